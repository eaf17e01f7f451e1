import { encodeResult } from '../answer.ts'
import { dialectErrors } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { rpcId } from '../params/rpcId.ts'

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
  const [id] = readArguments(params, context, [rpcId])
  if (!subscriptions?.remove(id)) {
    throw new RequestError('UNKNOWN_SUBSCRIPTION', 'subscription not found')
  }
  return encodeResult(true)
}
