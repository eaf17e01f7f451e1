import * as v from 'valibot'
import type { SubscriptionKind } from '../../endpoint/activity/subscriptionKinds.ts'
import type { WaitOptions } from '../../endpoint/activity/waits.ts'
import { object } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { nothing } from '../results.ts'
import { timeout, waitOptions, waitWith } from '../waitOptions.ts'
import { subscriptionKind } from './subscribed.ts'

export interface Unsubscribed {
  /**
   * Resolves when no client of the endpoint has a subscription of this kind: all have called `eth_unsubscribe` or have
   * disconnected, or none had subscribed.
   *
   * @throws {WaitError} TIMED_OUT; CLOSED if the endpoint or the server closes
   * @throws {EndpointMoveError} INVALID_ARGUMENT if an argument is invalid
   */
  unsubscribed(kind: SubscriptionKind, options?: WaitOptions): Promise<void>
}

export const unsubscribed: MoveOf<Unsubscribed> = {
  name: 'unsubscribed',
  effect: 'reads',
  group: 'Calls of clients',
  summary: 'Waits until no client has a subscription of a kind.',
  waitsForClients: true,
  parameters: [
    { name: 'kind', schema: subscriptionKind },
    { name: 'options', schema: waitOptions },
  ],
  run(endpoint, [kind, options], context) {
    return endpoint.activity.unsubscribed(kind, waitWith(options, context))
  },
  result: nothing,
  outside: {
    parameters: [
      { name: 'kind', schema: subscriptionKind },
      { name: 'options', schema: v.optional(object({ timeout })) },
    ],
  },
}
