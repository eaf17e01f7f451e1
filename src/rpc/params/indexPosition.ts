import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { hexDigits } from './hexNumber.ts'

/**
 * Reads the index of a transaction or an uncle in its block: QUANTITY up to 2^64 - 1.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function indexPosition(
  value: unknown,
  index: number,
  errors: DialectErrors = dialectErrors.infura,
): number {
  if (value === '' && errors.emptyIndexIsZero) return 0
  // Not exact above 2^53, but no block has so many.
  return Number.parseInt(hexDigits(value, index, 'index', errors), 16)
}
