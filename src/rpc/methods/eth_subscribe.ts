import { encodeResult } from '../answer.ts'
import { RequestError } from '../errors.ts'
import type { Method, MethodContext } from '../method.ts'
import { decodeArguments, readArguments } from '../params/arguments.ts'
import { detailsFlag } from '../params/detailsFlag.ts'
import { logFilter } from '../params/logFilter.ts'
import { followedRequests } from '../params/requestQuery.ts'
import { requireTimeline } from '../requestLog.ts'
import type { Feed } from '../subscriptions/feed.ts'
import { headMoves } from '../subscriptions/headMoves.ts'
import { logs } from '../subscriptions/logs.ts'
import { newHeads } from '../subscriptions/newHeads.ts'
import { newPendingTransactions } from '../subscriptions/newPendingTransactions.ts'
import { requestFeed } from '../subscriptions/requestFeed.ts'

/**
 * Subscribes a client to notifications about the head, over WebSocket only. Errors have geth's messages and codes
 * (rpc/handler.go).
 *
 * 1. `"newHeads"`; `"logs"`; `"newPendingTransactions"`, those that are sent, with `--dev`; for the explorer
 *    `"ommer_headMoves"`, each move of the head and of the tags, and `"ommer_requests"`, what clients do; or `"syncing"`, which never sends anything, because there are no peers to sync with
 * 2. for `"logs"` the filter of `eth_getLogs`, without `blockHash`; for `"newPendingTransactions"` whether to send
 *    transaction objects instead of hashes
 *
 * Result: QUANTITY, the id in each notification, which `eth_unsubscribe` takes. It is unique on its connection.
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
  const createFeed = feeds.get(name)
  if (createFeed === undefined) {
    throw new RequestError('METHOD_NOT_FOUND', `no "${name}" subscription in eth namespace`)
  }
  return encodeResult(subscriptions.add(createFeed(params, context)))
}

type CreateFeed = (params: readonly unknown[], context: MethodContext) => Feed

const feeds: ReadonlyMap<string, CreateFeed> = new Map<string, CreateFeed>([
  [
    'newHeads',
    (params, context) => {
      decodeArguments(params, [anyValue])
      return newHeads(context)
    },
  ],
  [
    'logs',
    (params, context) => {
      const [, filter] = readArguments(params, context, [anyValue, logFilter])
      return logs(filter, context, 1)
    },
  ],
  [
    'newPendingTransactions',
    (params, context) => {
      const [, full = false] = readArguments(params, context, [anyValue], [detailsFlag])
      return newPendingTransactions(context, full)
    },
  ],
  [
    'ommer_headMoves',
    (params, { endpoint }) => {
      decodeArguments(params, [anyValue])
      return headMoves(endpoint)
    },
  ],
  [
    'ommer_requests',
    (params, context) => {
      const [, { method } = {}] = decodeArguments(params, [anyValue], [followedRequests])
      return requestFeed(requireTimeline(context), method)
    },
  ],
  [
    'syncing',
    (params) => {
      decodeArguments(params, [anyValue])
      return { name: 'syncing', bytes: 0, removed: () => [], added: () => [] }
    },
  ],
])

function anyValue(value: unknown): unknown {
  return value
}
