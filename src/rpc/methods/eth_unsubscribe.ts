import { encodeResult } from '../answer.ts'
import { errorsOf } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { subscriptionId } from '../params/rpcId.ts'

/** Ends a subscription. Errors have geth's messages and codes. */
export const eth_unsubscribe: Method = {
  name: 'eth_unsubscribe',
  set: 'all',
  does: 'unsubscribes',
  summary: 'Ends a subscription.',
  params: [subscriptionId],
  result: { name: 'hasEnded', schema: { type: 'boolean' } },
  call(params, context) {
    const {
      dialect,
      client: { subscriptions },
    } = context
    const { unsubscribesEverywhere, refusesUnknownSubscription } = errorsOf(dialect.name)
    if (subscriptions === undefined && !unsubscribesEverywhere) {
      throw new RequestError('METHOD_NOT_FOUND', 'notifications not supported')
    }
    const [id] = readArguments(params, context, [subscriptionId])
    const hasEnded = subscriptions?.remove(id) ?? false
    if (!hasEnded && refusesUnknownSubscription) {
      throw new RequestError('UNKNOWN_SUBSCRIPTION', 'subscription not found')
    }
    return encodeResult(hasEnded)
  },
}
