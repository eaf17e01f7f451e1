import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'

/**
 * Reads the id of a filter or a subscription: as in geth, any string.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readRpcId(
  value: unknown,
  position: number,
  errors: DialectErrors = errorsOf('infura'),
): string {
  if (typeof value === 'string') return value
  throw invalidArgument(position, errors.wrongKind('subscriptionId', describe(value)))
}

export const filterId: Parameter<string> = {
  name: 'id',
  summary: 'The id of a filter; any other string is a filter that does not exist.',
  schema: { type: 'string' },
  read: readRpcId,
}

export const subscriptionId: Parameter<string> = {
  ...filterId,
  summary: 'The id of a subscription.',
  respell: (value) => (typeof value === 'number' ? String(value) : value),
}
