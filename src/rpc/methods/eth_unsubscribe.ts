import { encodeResult } from '../answer.ts'
import { RequestError } from '../errors.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'
import { describe } from '../params/hexNumber.ts'

/**
 * Ends a subscription. Words and numbers of errors are geth's.
 *
 * 1. its id, as it was given
 *
 * Result: true.
 */
export const eth_unsubscribe: Method = (params, { subscriptions }) => {
  if (subscriptions === undefined) {
    throw new RequestError('METHOD_NOT_FOUND', 'notifications not supported')
  }
  const [id] = decodeArguments(params, [subscriptionId])
  if (!subscriptions.remove(id)) {
    throw new RequestError('UNKNOWN_SUBSCRIPTION', 'subscription not found')
  }
  return encodeResult(true)
}

function subscriptionId(value: unknown, position: number): string {
  if (typeof value === 'string') return value
  throw new RequestError(
    'INVALID_PARAMS',
    `invalid argument ${position}: want a string, have ${describe(value)}`,
  )
}
