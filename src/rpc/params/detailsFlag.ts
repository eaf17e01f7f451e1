import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'

/**
 * Reads the transaction details flag (execution-apis: "hydrated transactions"): true for transactions as objects, false
 * for their hashes.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readDetailsFlag(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): boolean {
  if (typeof value !== 'boolean') {
    throw invalidArgument(index, errors.wrongKind('flag', describe(value)))
  }
  return value
}

export const detailsFlag: Parameter<boolean> = {
  name: 'fullTransactions',
  summary: 'True for transactions as objects, false for their hashes.',
  schema: { type: 'boolean' },
  read: readDetailsFlag,
}
