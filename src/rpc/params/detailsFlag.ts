import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'

/**
 * Reads the transaction details flag (execution-apis: "hydrated transactions"): true for transactions as objects, false
 * for their hashes.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function detailsFlag(
  value: unknown,
  index: number,
  errors: DialectErrors = dialectErrors.infura,
): boolean {
  if (typeof value !== 'boolean') {
    throw invalidArgument(index, errors.wrongKind('flag', describe(value)))
  }
  return value
}
