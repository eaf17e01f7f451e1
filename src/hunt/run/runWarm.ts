import { ScenarioError } from '../../scenario/scenarioError.ts'
import { boundToWork, type Observed } from '../draw/boundToWork.ts'
import { type Candidate, scenarioOf } from '../draw/candidate.ts'
import type { DrawnEvent } from '../draw/event.ts'
import { isLast } from '../draw/eventKinds.ts'
import type { Moment, Pauses } from './clientCalls.ts'
import { type Difference, hasChangedRows, type Judging, playToEnd, settle } from './judge.ts'
import type { ObservedCall } from './observedCall.ts'
import type { Session } from './session.ts'
import type { Mined } from './truths.ts'

/** How often an event is drawn, because some cannot happen. */
const DRAWS_MAX = 20

/** What came of a client that was not restarted between events. */
export interface WarmResult {
  readonly candidate: Candidate
  /** the same if the event with which it was wrong waits for work of the client, where it waited for polls */
  readonly bound: Candidate | undefined
  /** what was wrong after the last event; undefined if nothing was */
  readonly difference: Difference | undefined
  /** the event with which it was wrong, and what came after it so that it could be right; none if it was not wrong */
  readonly last: readonly DrawnEvent[]
  readonly moments: readonly Moment[]
  readonly calls: readonly ObservedCall[]
}

/** An event that was tried. */
export interface Tried {
  /** whether it has changed a row that the client had to have */
  readonly changesRows: boolean
  /** the calls of the client since the last one */
  readonly calls: readonly ObservedCall[]
  readonly pauses: Pauses
}

/** Which events there are, and how they are judged. */
export interface WarmOptions {
  /** how many events there are at most */
  readonly length: number
  /** the next event; undefined if there is none this time */
  drawNext(before: readonly DrawnEvent[]): DrawnEvent | undefined
  /** a wait until the client has read everything, as it had after those calls; undefined if there is none */
  allRead(calls: readonly ObservedCall[]): DrawnEvent | undefined
  /** how an event is judged */
  judging(): Judging
  /** in milliseconds: all of it, before a client counts as wrong */
  readonly patience: number
  /** asked before each event but the first */
  hasTimeLeft(): boolean
  /** called after each event with which the client was right */
  onRight(tried: Tried): void
}

/**
 * Goes on with one process of a client, event after event, until its rows are wrong.
 *
 * @param session which plays the first event while the client begins
 */
export async function runWarm(
  session: Session,
  base: Candidate['base'],
  first: DrawnEvent,
  options: WarmOptions,
): Promise<WarmResult> {
  const events: DrawnEvent[] = []
  let difference: Difference | undefined
  let last: readonly DrawnEvent[] = []
  let bound: Candidate | undefined
  let [known, played] = [0, 0]
  let event: DrawnEvent | undefined = first
  try {
    for (let { length: left } = options; event !== undefined; left--) {
      const judging = options.judging()
      const tried = await tryEvent(session, event, judging, options.patience)
      events.push(event, ...tried.after)
      difference = tried.difference
      const { calls, moments, sinceMove } = session.calls
      if (difference !== undefined) {
        last = [event, ...tried.after]
        const observed = { calls, moments: moments.slice(played), from: known }
        bound = boundCandidate({ base, events }, last.length, observed)
        break
      }
      const changesRows = await hasChangedRows(session, judging)
      const pauses = session.calls.takePauses()
      options.onRight({ changesRows, calls: calls.slice(known), pauses })
      known = calls.length
      const read = options.allRead(calls.slice(calls.length - sinceMove))
      if (read !== undefined) events.push(read)
      played = moments.length
      event = left > 1 ? nextEvent(events, options) : undefined
      if (event !== undefined) await session.continueWith(scenarioOf({ base, events: [event] }))
    }
  } catch (error) {
    // Part of the event may have been played, so the rest could not be repeated.
    if (!(error instanceof ScenarioError)) throw error
  }
  const { calls, moments } = session.calls
  return { candidate: { base, events }, bound, difference, last, calls, moments }
}

/** @param count of the last events, the first of which was played as was observed */
function boundCandidate(
  { base, events }: Candidate,
  count: number,
  observed: Observed,
): Candidate | undefined {
  const at = events.length - count
  const event = events[at] as DrawnEvent
  const steps = boundToWork(event.steps, observed, base.endpoints[0]?.key ?? '')
  return steps && { base, events: events.with(at, { ...event, steps }) }
}

function nextEvent(
  before: readonly DrawnEvent[],
  { drawNext, hasTimeLeft }: WarmOptions,
): DrawnEvent | undefined {
  for (let draws = DRAWS_MAX; draws > 0 && hasTimeLeft(); draws--) {
    const event = drawNext(before)
    if (event !== undefined) return event
  }
  return undefined
}

/**
 * Plays what is left of an event, and judges the client.
 *
 * @returns what is wrong, and what happened after the event so that the client could be right
 */
async function tryEvent(
  session: Session,
  event: DrawnEvent,
  judging: Judging,
  patience: number,
): Promise<{ readonly difference: Difference | undefined; readonly after: readonly DrawnEvent[] }> {
  let { lost: difference } = await playToEnd(session, judging)
  let after: readonly DrawnEvent[] = []
  if (difference === undefined) {
    const mined = await session.catchUp()
    after = [...(isLast(event.kind) ? [endOf(event)] : []), ...mined.map(eventOf)]
    difference = await settle(session, judging)
  }
  // Starting it anew to see whether it needs more time takes longer than to give it that.
  if (difference !== undefined && patience > judging.patience) {
    difference = await settle(session, { ...judging, patience })
  }
  return { difference, after }
}

/** More may follow here, once the nodes no longer do what they do until the end. */
function endOf({ kind, node, steps }: DrawnEvent): DrawnEvent {
  const withFaults = steps.filter((step) => 'setFaults' in step)
  return { kind, node, steps: withFaults.map((step) => ({ ...step, setFaults: [] })) }
}

function eventOf({ node, count, timestamp }: Mined): DrawnEvent {
  const mine = timestamp === undefined ? count : { count, timestamp }
  return { kind: 'mine', node, steps: [{ mine, endpoint: node }] }
}
