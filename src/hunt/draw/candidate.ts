import type { Random } from '../../primitives/random.ts'
import type { Scenario, ScenarioEndpoint } from '../../scenario/scenario.ts'
import { drawEndpoints, followersOf, TRUTH_KEY } from './endpoints.ts'
import type { DrawnEvent, Situation } from './event.ts'
import { type EventName, eventKinds } from './eventKinds.ts'
import type { Profile } from './profile.ts'
import { shiftBlocks } from './shiftBlocks.ts'

/** A scenario that may be tried, as the events of which it consists. */
export interface Candidate {
  readonly base: Omit<Scenario, 'steps'> & { readonly endpoints: readonly ScenarioEndpoint[] }
  readonly events: readonly DrawnEvent[]
}

/** What scenarios are drawn from. */
export interface DrawOptions {
  /** seed of the hunt */
  readonly seed: string
  /** what the user has said of the chain */
  readonly spec: Scenario['spec']
  readonly dialect: ScenarioEndpoint['dialect']
  /** how often each kind of event is drawn; 0 for never */
  readonly weights: Readonly<Record<EventName, number>>
  /** whether finalized blocks may be removed */
  readonly force: boolean
  /** how many blocks below the head the client takes as final; by default as far as its calls show */
  readonly finality: number | undefined
}

/** The lengths of chains, as multiples of what is not final, so that clients begin with little and with more to read. */
const LENGTHS = [1.5, 3, 5]
const CLEAN_LENGTH = 3
const SEEDS = 3

const EVENTS_MAX = 4

/** In blocks: short, so that scenarios reach what is final. */
const FINALITY = 8

export function drawCandidate(random: Random, options: DrawOptions, profile: Profile): Candidate {
  const base = drawBase(random, options, profile)
  const events = drawEvents(random, base, [], random.between(1, EVENTS_MAX), options, profile)
  return { base, events }
}

/** A chain and its endpoints. */
export function drawBase(
  random: Random,
  { spec, seed, dialect, weights, finality }: DrawOptions,
  profile: Profile,
): Candidate['base'] {
  return {
    seed: `${seed}-${random.below(SEEDS)}`,
    spec: chainSpec(spec, random.pick(LENGTHS), finality ?? profile.finality),
    endpoints: drawEndpoints(random, dialect, weights.lag > 0),
    truth: TRUTH_KEY,
  }
}

/**
 * Blocks have transfers on every branch, so that a missed or repeated block shows in any table.
 *
 * @param length as a multiple of what is not final
 * @param finality in blocks
 */
export function chainSpec(
  spec: Scenario['spec'],
  length: number,
  finality = FINALITY,
): NonNullable<Scenario['spec']> {
  return {
    preset: 'latest',
    blocks: Math.ceil(length * finality),
    transactionsPerBlock: [2, 4],
    traffic: { 'token-transfer': 1000 },
    finality: { safe: Math.ceil(finality / 2), finalized: finality },
    ...spec,
  }
}

/** A scenario in which nothing moves. */
export function cleanScenario({
  seed,
  spec,
  dialect,
  finality,
}: Pick<DrawOptions, 'seed' | 'spec' | 'dialect' | 'finality'>): Scenario {
  return {
    seed: `${seed}-0`,
    spec: chainSpec(spec, CLEAN_LENGTH, finality),
    endpoints: [{ key: TRUTH_KEY, ...(dialect && { dialect }) }],
    steps: [],
  }
}

/**
 * A candidate with other events: one is left out, some are drawn anew, or more follow.
 *
 * @returns a new candidate on the same chain
 */
export function varyCandidate(
  random: Random,
  { base, events }: Candidate,
  options: DrawOptions,
  profile: Profile,
): Candidate {
  const kept = events.slice(0, random.below(events.length + 1))
  const left =
    random.chance(1, 3) && kept.length > 0 ? kept.toSpliced(random.below(kept.length), 1) : kept
  return { base, events: drawEvents(random, base, left, random.between(1, 2), options, profile) }
}

/** Those events, and more after them. */
export function drawEvents(
  random: Random,
  base: Candidate['base'],
  before: readonly DrawnEvent[],
  count: number,
  options: DrawOptions,
  profile: Profile,
): readonly DrawnEvent[] {
  const events = [...before]
  for (let left = count; left > 0; left--) {
    const name = drawKind(random, options.weights)
    const drawn = eventKinds[name].draw(situationAfter(random, base, events, options, profile))
    if (drawn !== undefined) events.push({ kind: name, ...drawn })
  }
  return events
}

function drawKind(random: Random, weights: DrawOptions['weights']): EventName {
  const entries = Object.entries(weights) as [EventName, number][]
  let at = random.below(entries.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [name, weight] of entries) {
    at -= weight
    if (at < 0) return name
  }
  return 'mine'
}

function situationAfter(
  random: Random,
  { spec, endpoints }: Candidate['base'],
  events: readonly DrawnEvent[],
  options: DrawOptions,
  profile: Profile,
): Situation {
  let head = spec?.blocks ?? 0
  let peak = head
  for (const { moves } of events) {
    head += moves
    peak = Math.max(peak, head)
  }
  const finality = options.finality ?? profile.finality
  const distance = spec?.finality?.finalized ?? FINALITY
  const finalized = Math.max(0, peak - distance)
  const legal = Math.min(head - finalized, finality ?? head)
  return {
    random,
    profile,
    head,
    depthMax: Math.max(1, options.force ? head - 1 : legal),
    finality,
    finalized: distance,
    force: options.force,
    snapshot: `s${events.length}`,
    followers: followersOf(endpoints),
  }
}

/** A candidate of its last events only, on a chain as long as at its beginning. */
export function lastEvents({ base, events }: Candidate, count: number): Candidate {
  const before = events.slice(0, -count).reduce((sum, { moves }) => sum + moves, 0)
  const last = events.slice(-count).map((event) => ({
    ...event,
    steps: event.steps.map((step) => shiftBlocks(step, before)),
  }))
  return { base, events: last }
}

/** The scenario of a candidate, as a file has it. */
export function scenarioOf({ base, events }: Candidate): Scenario {
  return { ...base, steps: events.flatMap(({ steps }) => steps) }
}
