import { Random } from '../primitives/random.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Step } from '../scenario/step.ts'
import { lastLine } from './client/shellOutput.ts'
import {
  type Candidate,
  drawCandidate,
  lastEvents,
  scenarioOf,
  varyCandidate,
} from './draw/candidate.ts'
import { Coverage } from './draw/coverage.ts'
import { cleanScenario, type DrawOptions, drawBase } from './draw/drawBase.ts'
import { drawEvents } from './draw/drawEvents.ts'
import type { DrawnEvent } from './draw/event.ts'
import { mergeProfiles, type Profile, profileOf } from './draw/profile.ts'
import { explain } from './explain.ts'
import { describeDifference, type Finding, type HuntReport } from './finding.ts'
import { HuntError } from './huntError.ts'
import {
  type HuntOptions,
  type HuntProgress,
  type ResolvedHuntOptions,
  resolveHuntOptions,
} from './huntOptions.ts'
import { type Difference, IDLE_CALLS } from './run/judge.ts'
import type { RunResult } from './run/runScenario.ts'
import { runWarm } from './run/runWarm.ts'
import type { ServedChains } from './run/servedChains.ts'
import { Session } from './run/session.ts'
import { type Failing, Trials } from './trials.ts'

/** Candidates that met something new, which are varied. */
const KEPT_MAX = 64

/** By how much the weights of events are larger than those of the user. */
const WEIGHT_SCALE = 16

/** In milliseconds: a client that takes longer to start goes on from one event to the next. */
const WARM_FROM = 1500

/**
 * Searches for the smallest scenario in which a client is wrong: reorgs, faults and restarts at moments that depend on what
 * the client asks. It ends at the first finding, or when its time is over.
 *
 * @throws {HuntOptionsError} if an option is invalid
 * @throws {HuntError} CLEAN_RUN if the client is wrong without any move; CLIENT_FAILED
 *
 * @example
 * const { finding } = await hunt({
 *   start: ({ url }) => startIndexer(url),
 *   rows: () => database.all('SELECT block_number, block_hash FROM blocks'),
 * })
 * finding?.scenario // as for playScenario
 */
export async function hunt(options: HuntOptions): Promise<HuntReport> {
  const search = new Search(resolveHuntOptions(options), options)
  try {
    return await search.report()
  } finally {
    await search.close()
  }
}

class Search {
  readonly #options: ResolvedHuntOptions
  readonly #onProgress: HuntOptions['onProgress']
  readonly #signal: AbortSignal | undefined
  readonly #trials: Trials
  readonly #coverage = new Coverage()
  readonly #began = performance.now()
  readonly #kept: Candidate[] = []
  #profile: Profile = profileOf([])
  #isWarm = false
  #drawn = 0
  #found: HuntProgress['found']
  #weights: ResolvedHuntOptions['weights']

  constructor(options: ResolvedHuntOptions, { onProgress, signal }: HuntOptions) {
    this.#options = options
    this.#weights = scaled(options.weights)
    this.#onProgress = onProgress
    this.#signal = signal
    this.#trials = new Trials(options, signal)
  }

  async report(): Promise<HuntReport> {
    await this.#cleanRun()
    const failing = await this.#search()
    const finding = failing && (await this.#explain(failing))
    const { seed } = this.#options
    const [runs, seconds] = [this.#trials.runs, this.#seconds]
    const { pairs: coverage } = this.#coverage
    return { seed, runs, seconds, finding, coverage }
  }

  close(): Promise<void> {
    return this.#trials.close()
  }

  get #seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  get #drawOptions(): DrawOptions {
    return { ...this.#options, weights: this.#weights, force: this.#options.beyond }
  }

  /** Draws those kinds of events less often after which the other program was wrong, too: they show something else. */
  #avoid(events: readonly DrawnEvent[]): void {
    const weights: Record<string, number> = { ...this.#weights }
    for (const { kind } of events) weights[kind] = Math.ceil((weights[kind] ?? 0) / 2)
    this.#weights = weights as ResolvedHuntOptions['weights']
  }

  /** Without any move the client must be right. It shows what the client does, and how long it takes. */
  async #cleanRun(): Promise<void> {
    const { patience, cold } = this.#options
    const scenario = cleanScenario(this.#options)
    const result = await this.#trials.tryOnce(scenario, { patience })
    if (result === undefined) return
    const { difference, calls, output, totalMs } = result
    if (difference !== undefined) {
      const line = lastLine(output)
      const said = line === '' ? '' : `; it printed: ${line}`
      const asked = calls.length === 0 ? '; it has asked this chain for nothing' : ''
      const problem = `wrong without any move: ${describeDifference(difference)}${asked}${said}`
      throw new HuntError('CLEAN_RUN', problem)
    }
    this.#isWarm = !cold && totalMs > WARM_FROM
    this.#profile = profileOf(calls)
  }

  /** Tries scenarios until one fails for sure. */
  async #search(): Promise<Failing | undefined> {
    let failing: Failing | undefined
    let isOver = false
    const given = [...this.#options.first]
    const searchIn = async (chains: ServedChains): Promise<void> => {
      while (!isOver && this.#maySearch()) {
        const next = given.shift()
        const isWarm = next === undefined && this.#isWarm
        const found = await (isWarm ? this.#tryWarm(chains) : this.#tryNew(chains, next))
        failing ??= found
        isOver ||= failing !== undefined
      }
    }
    const searches = this.#trials.jobs.map((chains) =>
      searchIn(chains).catch((error: unknown) => {
        isOver = true
        if (this.#signal?.aborted !== true) throw error
      }),
    )
    // All of them end before the servers do.
    await Promise.allSettled(searches)
    await Promise.all(searches)
    return failing
  }

  /** Tries one scenario with a client that is started for it. */
  async #tryNew(chains: ServedChains, given: Scenario | undefined): Promise<Failing | undefined> {
    const candidate = given === undefined ? this.#draw() : undefined
    const scenario = given ?? scenarioOf(candidate as Candidate)
    const result = await this.#trials.tryOnce(scenario, { chains })
    if (result === undefined) return undefined
    const news = this.#learn(result)
    if (news > 0 && candidate !== undefined) this.#keep(candidate)
    this.#notify('searching')
    if (result.difference === undefined) return undefined
    return this.#confirmDrawn(scenario, candidate?.events ?? [], chains)
  }

  /** @param events of which the scenario consists, as far as they were drawn */
  async #confirmDrawn(
    scenario: Scenario,
    events: readonly DrawnEvent[],
    chains: ServedChains,
  ): Promise<Failing | undefined> {
    const { othersWrong } = this.#trials
    const found = await this.#confirm(scenario, chains)
    if (this.#trials.othersWrong > othersWrong) this.#avoid(events)
    return found
  }

  /**
   * Goes on with one process of the client. When it is wrong, the events since it was right are tried with a new one, then
   * more of those before.
   */
  async #tryWarm(chains: ServedChains): Promise<Failing | undefined> {
    const random = this.#random()
    const base = drawBase(random, this.#drawOptions, this.#profile)
    const { client } = this.#options
    const trials = this.#trials
    const still = scenarioOf({ base, events: [] })
    const session = await Session.begin(chains, client, still, trials.nextId())
    const drawNext = (events: readonly DrawnEvent[]) =>
      drawEvents(random, base, events, 1, this.#drawOptions, this.#profile)[events.length]
    const hasTimeLeft = () => {
      trials.runs++
      this.#notify('searching')
      return this.#maySearch()
    }
    const judging = trials.judging(trials.pace.patience)
    const { candidate, difference, calls, moments } = await runWarm(
      session,
      base,
      drawNext,
      judging,
      this.#options.patience,
      hasTimeLeft,
    ).finally(() => session.end())
    this.#learn({ calls, moments })
    if (difference === undefined) {
      trials.pace.add(session.calls)
      return undefined
    }
    const { length } = candidate.events
    for (let count = 2; ; count = Math.min(2 * count, length)) {
      const last = lastEvents(candidate, count)
      const found = await this.#confirmDrawn(scenarioOf(last), last.events, chains)
      if (found !== undefined || count >= length || !this.#maySearch()) return found
    }
  }

  /** @returns how many kinds of moments are new */
  #learn({ calls, moments }: Pick<RunResult, 'calls' | 'moments'>): number {
    this.#profile = mergeProfiles(this.#profile, profileOf(calls))
    return this.#coverage.add(calls, moments)
  }

  #maySearch(): boolean {
    const { runs, time } = this.#options
    return this.#trials.runs < runs && this.#seconds < time && this.#signal?.aborted !== true
  }

  #draw(): Candidate {
    const random = this.#random()
    if (this.#kept.length === 0 || random.chance(1, 2)) {
      return drawCandidate(random, this.#drawOptions, this.#profile)
    }
    return varyCandidate(random, random.pick(this.#kept), this.#drawOptions, this.#profile)
  }

  #random(): Random {
    return new Random(`hunt ${this.#options.seed} ${this.#drawn++}`)
  }

  #keep(candidate: Candidate): void {
    this.#kept.push(candidate)
    if (this.#kept.length > KEPT_MAX) this.#kept.shift()
  }

  /**
   * Repeats a scenario, at last with all patience; if the client only needed more time, it gets more from now on. Where it does not
   * make the calls that a step waits for, it is idle then: the step waits for its polls instead, so that whoever plays the
   * scenario sees the same.
   */
  async #confirm(scenario: Scenario, chains: ServedChains): Promise<Failing | undefined> {
    const failing = await this.#confirmAsIs(scenario, chains)
    const skippedWaits = failing?.result.skippedWaits ?? []
    if (skippedWaits.length === 0) return failing
    const steps = scenario.steps.map((step, index) =>
      skippedWaits.includes(index) ? this.#idleWait(step) : step,
    )
    const again = await this.#confirmAsIs({ ...scenario, steps }, chains)
    return again?.result.skippedWaits.length === 0 ? again : undefined
  }

  #idleWait(step: Step): Step {
    const { method } = this.#profile.polls[0] ?? {}
    return { ...step, waitFor: { ...(method !== undefined && { method }), calls: IDLE_CALLS } }
  }

  async #confirmAsIs(scenario: Scenario, chains: ServedChains): Promise<Failing | undefined> {
    this.#notify('confirming')
    const failing = await this.#trials.confirmWrong(scenario, { chains })
    if (failing === undefined) return undefined
    const { patience } = this.#options
    const last = await this.#trials.tryOnce(scenario, { patience, chains })
    if (last?.difference !== undefined) return { ...failing, result: last }
    if (last === undefined) return undefined
    this.#trials.pace.needsMore(last)
    // Either that was too little time, or it is not wrong each time.
    return this.#trials.confirmWrong(scenario, { chains })
  }

  #explain(failing: Failing): Promise<Finding> {
    const { scenario, result } = failing
    this.#found = { scenario, difference: result.difference as Difference }
    const [chains] = this.#trials.jobs as [ServedChains]
    // As much time again as the search had.
    const end = this.#seconds + Math.max(this.#options.time, this.#seconds)
    return explain(failing, this.#trials, {
      ...this.#options,
      confirm: (simpler) => this.#confirm(simpler, chains),
      hasTimeLeft: () => this.#seconds < end && this.#signal?.aborted !== true,
      notify: (doing, found) => {
        this.#found = found ?? this.#found
        this.#notify(doing)
      },
    })
  }

  #notify(doing: HuntProgress['doing']): void {
    const { size: coverage } = this.#coverage
    const { runs } = this.#trials
    this.#onProgress?.({ doing, runs, seconds: this.#seconds, coverage, found: this.#found })
  }
}

/** Weights that can be halved several times. */
function scaled(weights: ResolvedHuntOptions['weights']): ResolvedHuntOptions['weights'] {
  const entries = Object.entries(weights).map(([name, weight]) => [name, weight * WEIGHT_SCALE])
  return Object.fromEntries(entries) as ResolvedHuntOptions['weights']
}
