import type * as v from 'valibot'
import { readInput } from '../../primitives/input.ts'
import { invalidArgument, type Parameter } from './arguments.ts'

/**
 * A parameter of a method that no other node has: one schema reads it and describes it, because there are no messages of
 * geth to repeat.
 */
export function ownParameter<T>(
  name: string,
  summary: string,
  schema: v.GenericSchema<unknown, T>,
): Parameter<T> {
  return { name, summary, schema, read: (value, index) => readOwn(schema, value, index) as T }
}

/**
 * Reads an argument as a schema describes it.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function readOwn<T>(schema: v.GenericSchema<unknown, T>, value: unknown, index: number) {
  return readInput(schema, value, '', (path, problem) =>
    invalidArgument(index, path === '' ? problem : `${path}: ${problem}`),
  )
}
