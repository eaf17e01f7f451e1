import { ScenarioError } from '../../scenario/scenarioError.ts'
import { type Candidate, scenarioOf } from '../draw/candidate.ts'
import type { DrawnEvent } from '../draw/event.ts'
import { isLast } from '../draw/eventKinds.ts'
import type { Moment } from './clientCalls.ts'
import { type Difference, hasChangedRows, type Judging, playToEnd, settle } from './judge.ts'
import type { ObservedCall } from './observedCall.ts'
import type { Session } from './session.ts'
import type { Mined } from './truths.ts'

/** A client is started anew after so many events, because its chain gets longer. */
const EVENTS_MAX = 60

/** What came of a client that was not restarted between events. */
export interface WarmResult {
  readonly candidate: Candidate
  /** what was wrong after the last event; undefined if nothing was */
  readonly difference: Difference | undefined
  readonly calls: readonly ObservedCall[]
  readonly moments: readonly Moment[]
  /** how many events have changed no row that the client had to have */
  readonly idle: number
}

/**
 * Goes on with one process of a client, event after event, until its rows are wrong.
 *
 * @param drawNext the next event; undefined if there is none this time
 * @param patience in milliseconds: all of it, before a client counts as wrong
 * @param hasTimeLeft asked before each event
 */
export async function runWarm(
  session: Session,
  base: Candidate['base'],
  drawNext: (events: readonly DrawnEvent[]) => DrawnEvent | undefined,
  judging: Judging,
  patience: number,
  hasTimeLeft: () => boolean,
): Promise<WarmResult> {
  const events: DrawnEvent[] = []
  let idle = 0
  let difference = await settle(session, judging)
  while (difference === undefined && events.length < EVENTS_MAX && hasTimeLeft()) {
    const event = drawNext(events)
    if (event === undefined) continue
    try {
      await session.continueWith(scenarioOf({ base, events: [event] }))
      difference = (await playToEnd(session, judging)).lost
    } catch (error) {
      // Part of it may have been played, so the rest could not be repeated.
      if (error instanceof ScenarioError) break
      throw error
    }
    events.push(event)
    if (difference === undefined) {
      const mined = await session.catchUp()
      if (isLast(event.kind)) events.push(endOf(event))
      events.push(...mined.map(eventOf))
      difference = await settle(session, judging)
    }
    if (difference === undefined && !(await hasChangedRows(session, judging))) idle++
    // Starting it anew to see whether it needs more time takes longer than to give it that.
    if (difference !== undefined && patience > judging.patience) {
      difference = await settle(session, { ...judging, patience })
    }
  }
  const { calls, moments } = session.calls
  return { candidate: { base, events }, difference, calls, moments, idle }
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
