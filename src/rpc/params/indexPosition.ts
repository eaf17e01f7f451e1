import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { ref, type Schema } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { hexDigits } from './hexNumber.ts'
import { respellQuantity } from './spellings.ts'

/**
 * Reads the index of a transaction or an uncle in its block: QUANTITY up to 2^64 - 1.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function readIndexPosition(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): number {
  if (value === '' && errors.emptyIndexIsZero) return 0
  // Not exact above 2^53, but no block has so many.
  return Number.parseInt(hexDigits(value, index, 'index', errors), 16)
}

export const indexParameterSchema: Schema = {
  description: 'An index, from 0: a number of at most 64 bits in hex, without leading zeros.',
  type: 'string',
  pattern: '^0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,15})$',
}

export const transactionIndex: Parameter<number> = {
  name: 'transactionIndex',
  summary: 'The index of the transaction in its block.',
  schema: ref('IndexParameter'),
  read: readIndexPosition,
  respell: respellQuantity,
}

export const uncleIndex: Parameter<number> = {
  name: 'uncleIndex',
  summary: 'The index of the uncle in the list of its block.',
  schema: ref('IndexParameter'),
  read: readIndexPosition,
  respell: respellQuantity,
}
