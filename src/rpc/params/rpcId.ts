import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'

/**
 * Reads the id of a filter or a subscription: as in geth, any string.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function rpcId(
  value: unknown,
  position: number,
  errors: DialectErrors = dialectErrors.infura,
): string {
  if (typeof value === 'string') return value
  throw invalidArgument(position, errors.wrongKind('subscriptionId', describe(value)))
}
