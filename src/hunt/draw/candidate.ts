import type { Random } from '../../primitives/random.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { type Base, type DrawOptions, drawBase } from './drawBase.ts'
import { drawEvents } from './drawEvents.ts'
import type { DrawnEvent } from './event.ts'
import { isLast } from './eventKinds.ts'
import { headMoves } from './headMoves.ts'
import type { Profile } from './profile.ts'
import { shiftBlocks } from './shiftBlocks.ts'

/** A scenario that may be tried, as the events of which it consists. */
export interface Candidate {
  readonly base: Base
  readonly events: readonly DrawnEvent[]
}

const EVENTS_MAX = 4

export function drawCandidate(random: Random, options: DrawOptions, profile: Profile): Candidate {
  const base = drawBase(random, options, profile)
  const count = random.between(1, EVENTS_MAX * options.chains)
  return { base, events: drawEvents(random, base, [], count, options, profile) }
}

/**
 * A candidate with other events: one is left out, some are drawn anew, or more follow.
 *
 * @returns a new candidate on the same chains
 */
export function varyCandidate(
  random: Random,
  { base, events }: Candidate,
  options: DrawOptions,
  profile: Profile,
): Candidate {
  const kept = events.slice(0, random.below(events.length + 1)).filter(({ kind }) => !isLast(kind))
  const left =
    random.chance(1, 3) && kept.length > 0 ? kept.toSpliced(random.below(kept.length), 1) : kept
  return { base, events: drawEvents(random, base, left, random.between(1, 2), options, profile) }
}

/** A candidate of its last events only, on chains as long as at its beginning. */
export function lastEvents({ base, events }: Candidate, count: number): Candidate {
  const before = events.slice(0, -count)
  const last = events.slice(-count).map((event) => {
    const moved = before
      .filter(({ node }) => node === event.node)
      .reduce((sum, { node, steps }) => sum + headMoves(steps, node).head, 0)
    return { ...event, steps: event.steps.map((step) => shiftBlocks(step, moved)) }
  })
  return { base, events: last }
}

/** The scenario of a candidate, as a file has it. */
export function scenarioOf({ base, events }: Candidate): Scenario {
  return { ...base, steps: events.flatMap(({ steps }) => steps) }
}
