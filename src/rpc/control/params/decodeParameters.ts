import * as v from 'valibot'
import type { Parameter } from '../../../moves/move.ts'
import { decodeArguments, requireArguments } from '../../params/arguments.ts'
import { decoderOf, isOptional } from './decoderOf.ts'

/**
 * Reads the arguments of a control method. Optional ones are last, and null counts as omitted; a nullable one must be
 * given, but may be null.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function decodeParameters(
  parameters: readonly Parameter[],
  params: readonly unknown[],
): readonly unknown[] {
  const decoders = parameters.map(({ schema }) => decoderOf(schema))
  const given = parameters.filter(({ schema }) => !isOptional(schema))
  const nullable = given.findIndex(({ schema }) => schema.type === 'nullable')
  if (nullable !== -1) requireArguments(params, given.length)
  const required = nullable === -1 ? given.length : nullable
  const decoded = decodeArguments(params, decoders.slice(0, required), decoders.slice(required))
  return parameters.map(({ schema }, index) => decoded[index] ?? v.getDefault(schema as never))
}
