import { encodeResult } from '../answer.ts'
import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'
import type { Method } from '../method.ts'
import { invalidArgument, readArguments } from '../params/arguments.ts'
import { describe } from '../params/hexNumber.ts'

/**
 * Ends a subscription. Errors have geth's messages and codes.
 *
 * 1. the id that `eth_subscribe` returned
 *
 * Result: true.
 */
export const eth_unsubscribe: Method = (params, context) => {
  const { dialect, subscriptions } = context
  const { unsubscribesEverywhere } = dialectErrors[dialect.name]
  if (subscriptions === undefined && !unsubscribesEverywhere) {
    throw new RequestError('METHOD_NOT_FOUND', 'notifications not supported')
  }
  const [id] = readArguments(params, context, [subscriptionId])
  if (!subscriptions?.remove(id)) {
    throw new RequestError('UNKNOWN_SUBSCRIPTION', 'subscription not found')
  }
  return encodeResult(true)
}

function subscriptionId(
  value: unknown,
  position: number,
  errors: DialectErrors = dialectErrors.infura,
): string {
  if (typeof value === 'string') return value
  throw invalidArgument(position, errors.wrongKind('subscriptionId', describe(value)))
}
