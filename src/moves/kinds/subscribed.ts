import * as v from 'valibot'
import {
  type SubscriptionKind,
  subscriptionKinds,
} from '../../endpoint/activity/subscriptionKinds.ts'
import type { WaitOptions } from '../../endpoint/activity/waits.ts'
import { described, object, oneOf, wholeNumber } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { nothing } from '../results.ts'
import { timeout, waitInputs, waitWith } from '../waitOptions.ts'

/** How many subscriptions to wait for, and how long. */
export interface SubscribedOptions extends WaitOptions {
  /** How many subscriptions must exist at the same time. Default 1. */
  readonly count?: number | undefined
}

export interface Subscribed {
  /**
   * Resolves when a client of the endpoint has subscribed with `eth_subscribe`, at once if one already has. The client is
   * notified of all moves from then on.
   *
   * @throws {WaitError} TIMED_OUT; CLOSED if the endpoint or the server closes
   * @throws {EndpointMoveError} INVALID_ARGUMENT if an argument is invalid
   */
  subscribed(kind: SubscriptionKind, options?: SubscribedOptions): Promise<void>
}

export const subscriptionKind = described(oneOf(...subscriptionKinds), 'As for eth_subscribe.')

const count = described(
  v.optional(wholeNumber(1)),
  'How many subscriptions must exist at the same time. Default 1.',
)

export const subscribed: MoveOf<Subscribed> = {
  name: 'subscribed',
  effect: 'reads',
  group: 'Calls of clients',
  summary: 'Waits until a client has subscribed with eth_subscribe.',
  waitsForClients: true,
  parameters: [
    { name: 'kind', schema: subscriptionKind },
    {
      name: 'options',
      schema: v.optional(
        object(
          { count, ...waitInputs },
          { member: 'option', wanted: 'an object such as { count: 2 }' },
        ),
      ),
    },
  ],
  run(endpoint, [kind, options], context) {
    const count = options?.count ?? 1
    return endpoint.activity.subscribed(kind, count, waitWith(options, context))
  },
  result: nothing,
  outside: {
    parameters: [
      { name: 'kind', schema: subscriptionKind },
      { name: 'options', schema: v.optional(object({ count, timeout })) },
    ],
  },
}
