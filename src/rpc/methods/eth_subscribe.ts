import { encodeResult } from '../answer.ts'
import { RequestError } from '../errors.ts'
import type { Method, MethodContext } from '../method.ts'
import { decodeArguments, readArguments } from '../params/arguments.ts'
import { logFilter } from '../params/logFilter.ts'
import type { Feed } from '../subscriptions/feed.ts'
import { logs } from '../subscriptions/logs.ts'
import { newHeads } from '../subscriptions/newHeads.ts'

/**
 * Has a client told when the head moves; over WebSocket alone. Words and numbers of errors are geth's (rpc/handler.go).
 *
 * 1. `"newHeads"`; `"logs"`; or `"syncing"`, which never tells anything, since there is nobody to sync from
 * 2. of logs the filter of `eth_getLogs`, without a block
 *
 * Result: QUANTITY, the id that comes with each notification and that `eth_unsubscribe` takes. It is unique on its
 * connection.
 */
export const eth_subscribe: Method = (params, context) => {
  const { subscriptions } = context
  if (subscriptions === undefined) {
    throw new RequestError('METHOD_NOT_FOUND', 'notifications not supported')
  }
  const [name] = params
  if (typeof name !== 'string') {
    throw new RequestError('INVALID_PARAMS', 'expected subscription name as first argument')
  }
  const feedOf = feeds.get(name)
  if (feedOf === undefined) {
    const why = name === 'newPendingTransactions' ? ': there is no transaction pool' : ''
    throw new RequestError('METHOD_NOT_FOUND', `no "${name}" subscription in eth namespace${why}`)
  }
  return encodeResult(subscriptions.add(feedOf(params, context)))
}

type FeedOf = (params: readonly unknown[], context: MethodContext) => Feed

const feeds: ReadonlyMap<string, FeedOf> = new Map<string, FeedOf>([
  [
    'newHeads',
    (params, context) => {
      decodeArguments(params, [asItCame])
      return newHeads(context)
    },
  ],
  [
    'logs',
    (params, context) => {
      const [, filter] = readArguments(params, context, [asItCame, logFilter])
      return logs(filter, context, 1)
    },
  ],
  [
    'syncing',
    (params) => {
      decodeArguments(params, [asItCame])
      return { name: 'syncing', bytes: 0, removed: () => [], added: () => [] }
    },
  ],
])

function asItCame(name: unknown): unknown {
  return name
}
