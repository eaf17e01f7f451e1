import { arrayOf, ref } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'
import { readIndexPosition } from './indexPosition.ts'

/**
 * Reads the address of a trace in its transaction: an array of indexes, each QUANTITY.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readTracePath(value: unknown, index: number): readonly number[] {
  if (!Array.isArray(value)) {
    throw invalidArgument(index, `want an array of hex strings, have ${describe(value)}`)
  }
  return value.map((each) => readIndexPosition(each, index))
}

export const tracePath: Parameter<readonly number[]> = {
  name: 'traceAddress',
  summary: 'The trace by its `traceAddress`; empty for that of the transaction itself.',
  schema: arrayOf(ref('IndexParameter')),
  read: readTracePath,
}
