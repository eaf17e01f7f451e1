import { Random } from '../../primitives/random.ts'
import type { ObservedCall } from '../run/observedCall.ts'
import type { RunResult } from '../run/runScenario.ts'
import { allReadAfter } from './allReadAfter.ts'
import { type Candidate, drawCandidate, varyCandidate } from './candidate.ts'
import { Coverage } from './coverage.ts'
import { type Base, type DrawOptions, drawBase } from './drawBase.ts'
import { drawEvents } from './drawEvents.ts'
import { nodeKey } from './endpoints.ts'
import type { DrawnEvent } from './event.ts'
import { mergeProfiles, type Profile, profileOf } from './profile.ts'

/** How many candidates that met something new are kept. */
const KEPT_MAX = 64

/** By how much the weights of events are larger than those of the user, so that they can be halved several times. */
const WEIGHT_SCALE = 16

/** How much more often a kind of event is drawn that was not drawn yet. */
const NEW_FACTOR = 8

/** How many scenarios have two nodes at first. */
const NODES_FIRST = 2

/** After so many scenarios there is another seed, up to a number of them: few chains are soon made. */
const SCENARIOS_PER_SEED = 300
const SEEDS_MAX = 3

/** What is drawn from, as the user has chosen it. */
type SourceOptions = Omit<DrawOptions, 'replicas' | 'seeds'>

type Weights = DrawOptions['weights']

/**
 * How many events come one after another: starting a client takes long, but some faults show only soon after its start, or
 * on a chain that was not moved before.
 */
const SERIES = [2, 8, 32] as const

/** Chains, with events one after another. */
interface Series {
  readonly base: Base
  /** what happens while the client begins */
  readonly first: DrawnEvent
  /** how many events there are at most */
  readonly length: number
  /** undefined where none can happen */
  next(before: readonly DrawnEvent[]): DrawnEvent | undefined
  /** @see allReadAfter */
  allRead(calls: readonly ObservedCall[]): DrawnEvent | undefined
}

/** Of so many series, half begin with an event while the client starts; fewer once that has shown only what is known. */
const BEGINNINGS = 16

/** A client that reads everything before something happens. */
const still: DrawnEvent = { kind: 'still', node: nodeKey(0), steps: [] }

/** Draws scenarios, from what runs have shown of the client. */
export class ScenarioSource {
  readonly coverage = new Coverage()
  readonly #options: SourceOptions
  readonly #kept: Candidate[] = []
  #weights: Weights
  #profile: Profile = profileOf([])
  /** what it asks for in its first run */
  #beginning: Profile | undefined
  /** how many of `BEGINNINGS` series begin so */
  #beginnings = BEGINNINGS / 2
  /** how many random numbers were begun, each of which is for one scenario */
  #begun = 0
  /** the kinds of events that were drawn */
  readonly #drawn = new Set<string>()
  /** the fields that were untrue, as `fieldKey` names them */
  readonly #untrue = new Set<string>()

  constructor(options: SourceOptions) {
    this.#options = options
    const entries = Object.entries(options.weights)
    const scaled = entries.map(([name, weight]) => [name, weight * WEIGHT_SCALE])
    this.#weights = Object.fromEntries(scaled) as Weights
  }

  /** What the client asks for, as far as its runs have shown. */
  get profile(): Profile {
    return this.#profile
  }

  /** A new scenario, or another form of one that met something new. */
  candidate(): Candidate {
    const random = this.#random()
    const isNew = this.#kept.length === 0 || random.chance(1, 2)
    const candidate = isNew
      ? drawCandidate(random, this.#drawOptions, this.#drawProfile)
      : varyCandidate(random, random.pick(this.#kept), this.#drawOptions, this.#drawProfile)
    for (const event of candidate.events) this.#noteDrawn(event)
    return candidate
  }

  /** Chains, and events on them one after another. */
  series(): Series {
    const random = this.#random()
    const base = drawBase(random, this.#drawOptions, this.#drawProfile)
    const next = (before: readonly DrawnEvent[]) => {
      // A client that begins reads what it does not ask for later.
      const begins = before.length === 0 ? this.#beginning : undefined
      const profile = this.#drawProfile
      const shown = begins === undefined ? profile : mergeProfiles(begins, profile)
      const events = drawEvents(random, base, before, 1, this.#drawOptions, {
        ...profile,
        work: shown.work,
        polls: shown.polls,
      })
      const event = events[before.length]
      if (event !== undefined) this.#noteDrawn(event)
      return event
    }
    const allRead = (calls: readonly ObservedCall[]) => allReadAfter(calls, base, this.#profile)
    const first = random.chance(this.#beginnings, BEGINNINGS) ? next([]) : still
    return { base, first: first ?? still, length: random.pick(SERIES), next, allRead }
  }

  /** @param candidate that was run; it is kept if it met something new */
  learn({ calls, moments }: Pick<RunResult, 'calls' | 'moments'>, candidate?: Candidate): void {
    this.learnCalls(calls)
    if (this.coverage.add(calls, moments) === 0 || candidate === undefined) return
    this.#kept.push(candidate)
    if (this.#kept.length > KEPT_MAX) this.#kept.shift()
  }

  learnCalls(calls: RunResult['calls']): void {
    const profile = profileOf(calls)
    this.#profile = this.#beginning === undefined ? profile : mergeProfiles(this.#profile, profile)
    this.#beginning ??= profile
  }

  /** Less often lets something happen while the client begins. */
  avoidBeginning(): void {
    this.#beginnings = Math.max(1, Math.floor(this.#beginnings / 2))
  }

  /** Draws those kinds of events less often. */
  avoid(events: readonly DrawnEvent[]): void {
    const weights: Record<string, number> = { ...this.#weights }
    for (const { kind } of events) weights[kind] = Math.ceil((weights[kind] ?? 0) / 2)
    this.#weights = weights as Weights
  }

  #noteDrawn({ kind, steps }: DrawnEvent): void {
    this.#drawn.add(kind)
    for (const { methods, fault } of steps.flatMap((step) =>
      'setFaults' in step ? step.setFaults : [],
    )) {
      if (fault.kind === 'corrupt' && 'field' in fault) {
        this.#untrue.add(fieldKey(methods, fault.field))
      }
    }
  }

  /** Of the fields of an answer, those that were not untrue yet; or all, once each was. */
  get #drawProfile(): Profile {
    const fields = this.#newFields
    return this.#hasNewFields ? { ...this.#profile, fields } : this.#profile
  }

  /** The fields that were not untrue yet, by the method whose answers have them. */
  get #newFields(): Profile['fields'] {
    const fields = [...this.#profile.fields].map(([method, all]): [string, readonly string[]] => {
      return [method, all.filter((field) => !this.#untrue.has(fieldKey(method, field)))]
    })
    return new Map(fields)
  }

  get #hasNewFields(): boolean {
    return [...this.#newFields.values()].some((left) => left.length > 0)
  }

  get #drawOptions(): DrawOptions {
    const seeds = Math.min(SEEDS_MAX, 1 + Math.floor(this.#begun / SCENARIOS_PER_SEED))
    return { ...this.#options, weights: this.#newFirst(), replicas: this.#replicas, seeds }
  }

  /** Kinds that were not drawn yet are more likely, and so are fields that were not untrue yet. */
  #newFirst(): Weights {
    const weights = Object.entries(this.#weights).map(([kind, weight]) => {
      const isKnown = this.#drawn.has(kind) && !(kind === 'wrongField' && this.#hasNewFields)
      return [kind, isKnown ? weight : weight * NEW_FACTOR]
    })
    return Object.fromEntries(weights) as Weights
  }

  /** The first chains have two nodes, which shows whether the client asks both. */
  get #replicas(): DrawOptions['replicas'] {
    if (this.#profile.asksNodes) return 'mostly'
    return this.#begun <= NODES_FIRST ? 'always' : 'sometimes'
  }

  #random(): Random {
    return new Random(`hunt ${this.#options.seed} ${this.#begun++}`)
  }
}

function fieldKey(methods: unknown, field: string): string {
  return `${methods} ${field}`
}
