import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { hexDigits } from './hexNumber.ts'

/**
 * The place of a transaction or an uncle in its block, from 0: QUANTITY up to 2^64 - 1.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function indexPosition(
  value: unknown,
  position: number,
  errors: DialectErrors = dialectErrors.infura,
): number {
  if (value === '' && errors.emptyIndexIsZero) return 0
  // Above 2^53 this is not exact, and need not be: no block holds so many.
  return Number.parseInt(hexDigits(value, position, 'index', errors), 16)
}
