import * as v from 'valibot'
import type { Access } from '../../../endpoint/access.ts'
import type { Parameter } from '../../../moves/move.ts'
import { readArguments, requireArguments } from '../../params/arguments.ts'
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
  { dialect }: Pick<Access, 'dialect'>,
): readonly unknown[] {
  const given = parameters.filter(({ schema }) => !isOptional(schema))
  const nullable = given.findIndex(({ schema }) => schema.type === 'nullable')
  if (nullable !== -1) requireArguments(params, given.length)
  const required = nullable === -1 ? given.length : nullable
  const decoders = parameters.map(({ schema }, index) => ({
    read: decoderOf(schema),
    required: index < required,
  }))
  const decoded = readArguments(params, { dialect }, decoders)
  return parameters.map(({ schema }, index) => decoded[index] ?? v.getDefault(schema))
}
