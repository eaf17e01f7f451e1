import * as v from 'valibot'
import type { ReceivedCondition } from '../../endpoint/activity/callMatcher.ts'
import type { ReceivedCall } from '../../endpoint/activity/keptCalls.ts'
import type { WaitOptions } from '../../endpoint/activity/waits.ts'
import {
  callback,
  described,
  either,
  type InputsOf,
  nonEmptyString,
  object,
  oneOrMore,
  wanted,
  wholeNumber,
} from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { timeout, waitInputs, waitWith } from '../waitOptions.ts'

/** Which calls to wait for, and how long. */
export interface ReceivedOptions extends ReceivedCondition, WaitOptions {}

export interface Received {
  /**
   * Resolves when clients have made calls: since the endpoint was created, or only those after `since`. A call counts
   * once its response is determined, so a later move does not change that response; a fault may still delay or lose
   * it. Each call of a batch counts, and so do notifications and calls that failed; those at the control address do
   * not.
   *
   * @returns the first `count` of these calls, oldest first, as far as they are kept: the endpoint keeps its newest
   *   1,000, in 1 MiB
   * @throws {WaitError} TIMED_OUT, and the message says what was received instead; CLOSED if the endpoint or the server
   *   closes
   * @throws {EndpointMoveError} INVALID_ARGUMENT if an option is invalid
   * @example
   * await server.received({ method: 'eth_getLogs', count: 3 })
   * const before = server.receivedCounts()
   * await client.refresh()
   * await server.received({ method: 'eth_call', params: [{ to: token }], since: before })
   */
  received(options?: ReceivedOptions): Promise<readonly ReceivedCall[]>
}

const method = v.optional(oneOrMore(described(nonEmptyString, 'Default any.')))
const values = v.array(v.any(), wanted('a list of params'))
const count = described(v.optional(wholeNumber(1)), 'How many calls. Default 1.')
const since = described(
  v.optional(v.record(v.string(), wholeNumber(0), wanted('a result of receivedCounts()'))),
  'Only calls after these: a result of ommer_receivedCounts. By default all since the endpoint was created.',
)

const inCode = v.optional(
  object(
    {
      method,
      params: v.optional(
        either(
          (value) => typeof value === 'function',
          callback<(params: readonly unknown[]) => boolean>(),
          values,
        ),
      ),
      count,
      since,
      ...waitInputs,
    } satisfies InputsOf<ReceivedOptions>,
    { member: 'option', wanted: "an object such as { method: 'eth_getLogs', count: 3 }" },
  ),
)

const fromOutside = v.optional(
  object({
    method,
    params: described(
      v.optional(values),
      'What the params contain: lists from their beginning, objects by the members given here, hex in any case; null matches anything.',
    ),
    count,
    since,
    timeout,
  }),
)

export const received: MoveOf<Received> = {
  name: 'received',
  effect: 'reads',
  group: 'Calls of clients',
  summary: 'Waits until clients have made calls, and returns the first of them.',
  waitsForClients: true,
  parameters: [{ name: 'options', schema: inCode }],
  run(endpoint, [options = {}], context) {
    return endpoint.activity.received(options, waitWith(options, context))
  },
  result: {
    name: 'calls',
    schema: v.array(
      object({
        method: v.string(),
        params: v.optional(v.unknown()),
        call: wholeNumber(1),
        outcome: v.string(),
      }),
    ),
    from: (calls) => calls,
  },
  outside: { parameters: [{ name: 'options', schema: fromOutside }] },
}
