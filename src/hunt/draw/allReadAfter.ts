import type { ObservedCall } from '../run/observedCall.ts'
import type { Base } from './drawBase.ts'
import { askedFor, nodeKey } from './endpoints.ts'
import type { DrawnEvent } from './event.ts'
import { mostFrequent, type Profile } from './profile.ts'

const KIND = 'allRead'

/** A client that is started anew may need more polls until it has read everything. */
const MORE_POLLS = 3

/** A client that was busy for minutes has polled often meanwhile: nobody waits as long to repeat that. */
const POLLS_MAX = 200

/**
 * A wait until a client that goes on from one event to the next has read everything, for those who play its events without
 * looking at its rows.
 *
 * @param since the calls that it made from the last move until it had
 * @returns undefined if it does not poll
 */
export function allReadAfter(
  since: readonly ObservedCall[],
  { endpoints }: Base,
  profile: Profile,
): DrawnEvent | undefined {
  const poll = mostFrequent(profile.polls)
  if (poll === undefined) return undefined
  const { method, named } = poll
  const node = nodeKey(0)
  const asked = askedFor(endpoints, node, profile)
  const made = since.filter((call) => {
    return call.method === method && call.named === named && call.key.endsWith(`.${asked}`)
  })
  const calls = Math.min(made.length + MORE_POLLS, POLLS_MAX)
  const waitFor = { method, ...(named !== undefined && { named }), calls }
  return { kind: KIND, node, steps: [{ waitFor, ...(asked !== node && { endpoint: asked }) }] }
}

/** Whether an event is such a wait. */
export function isAllRead({ kind }: DrawnEvent): boolean {
  return kind === KIND
}
