import * as v from 'valibot'
import type { WaitOptions } from '../../endpoint/activity/waits.ts'
import { object } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { nothing } from '../results.ts'
import { timeout, waitOptions, waitWith } from '../waitOptions.ts'

export interface Idle {
  /**
   * Resolves when the endpoint has nothing to do: every request that it has read is answered, no response or notification
   * is delayed or still to be sent, and no move is in progress. Requests that a fault leaves without a response do not
   * count. A client that polls is idle between two requests, and one may be about to send its next: to wait for what a
   * client does, use `received`.
   *
   * @throws {WaitError} TIMED_OUT; CLOSED if the endpoint or the server closes
   * @throws {EndpointMoveError} INVALID_ARGUMENT if an option is invalid
   */
  idle(options?: WaitOptions): Promise<void>
}

export const idle: MoveOf<Idle> = {
  name: 'idle',
  effect: 'reads',
  group: 'Calls of clients',
  summary:
    'Waits until all requests are answered, all notifications sent, and no move is in progress.',
  waitsForClients: true,
  parameters: [{ name: 'options', schema: waitOptions }],
  run: (endpoint, [options], context) => endpoint.activity.idle(waitWith(options, context)),
  result: nothing,
  outside: { parameters: [{ name: 'options', schema: v.optional(object({ timeout })) }] },
}
