import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'

/**
 * The transaction details flag (execution-apis: "hydrated transactions"): true for transactions as
 * objects, false for their hashes.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function detailsFlag(value: unknown, position: number): boolean {
  if (typeof value !== 'boolean') {
    throw invalidArgument(position, `want true or false, have ${describe(value)}`)
  }
  return value
}
