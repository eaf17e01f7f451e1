import { encodeResult } from '../answer.ts'
import { RequestError } from '../errors.ts'
import type { Method, MethodContext } from '../method.ts'
import { optional, type Parameter, readArguments } from '../params/arguments.ts'
import { detailsFlag } from '../params/detailsFlag.ts'
import { subscribedLogFilter } from '../params/logFilter.ts'
import { receiptsFilter } from '../params/receiptsFilter.ts'
import { followedRequests } from '../params/requestQuery.ts'
import { requireTimeline } from '../requireTimeline.ts'
import { ref } from '../schemas/schema.ts'
import type { Feed } from '../subscriptions/feed.ts'
import { headMoves } from '../subscriptions/headMoves.ts'
import { logs } from '../subscriptions/logs.ts'
import { newHeads } from '../subscriptions/newHeads.ts'
import { newPendingTransactions } from '../subscriptions/newPendingTransactions.ts'
import { requestFeed } from '../subscriptions/requestFeed.ts'
import { transactionReceipts } from '../subscriptions/transactionReceipts.ts'

/** Its name is read before the other arguments. */
const subscriptionName: Parameter<unknown> = {
  name: 'subscription',
  schema: { type: 'string' },
  read: (value) => value,
}

const unused = optional<unknown>({ name: 'unused', schema: {}, read: (value) => value })

/**
 * Subscribes a client to notifications about the head, over WebSocket only. Errors have geth's messages and codes
 * (rpc/handler.go).
 */
export const eth_subscribe: Method = {
  name: 'eth_subscribe',
  set: 'all',
  does: 'subscribes',
  summary: 'Subscribes to notifications about the head.',
  params: [subscriptionName],
  result: { name: 'id', schema: ref('Quantity') },
  call(params, context) {
    const { subscriptions } = context.client
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
  },
}

type CreateFeed = (params: readonly unknown[], context: MethodContext) => Feed

const feeds: ReadonlyMap<string, CreateFeed> = new Map<string, CreateFeed>([
  [
    'newHeads',
    (params, context) => {
      // Anvil takes an argument, which changes nothing.
      const { readsOtherSpellings } = context.dialect.rules
      readArguments(
        params,
        context,
        readsOtherSpellings ? [subscriptionName, unused] : [subscriptionName],
      )
      return newHeads(context)
    },
  ],
  [
    'logs',
    (params, context) => {
      const [, filter] = readArguments(params, context, [subscriptionName, subscribedLogFilter])
      return logs(filter, context, 1)
    },
  ],
  [
    'newPendingTransactions',
    (params, context) => {
      const [, full = false] = readArguments(params, context, [
        subscriptionName,
        optional(detailsFlag),
      ])
      return newPendingTransactions(context, full)
    },
  ],
  [
    'transactionReceipts',
    (params, context) => {
      const [, hashes] = readArguments(params, context, [
        subscriptionName,
        optional(receiptsFilter),
      ])
      return transactionReceipts(hashes, context)
    },
  ],
  [
    'ommer_headMoves',
    (params, context) => {
      readArguments(params, context, [subscriptionName])
      return headMoves(context.endpoint)
    },
  ],
  [
    'ommer_requests',
    (params, context) => {
      const [, { method } = {}] = readArguments(params, context, [
        subscriptionName,
        optional(followedRequests),
      ])
      return requestFeed(requireTimeline(context), method)
    },
  ],
  [
    'syncing',
    (params, context) => {
      readArguments(params, context, [subscriptionName])
      return { name: 'syncing', bytes: 0, removed: () => [], added: () => [] }
    },
  ],
])
