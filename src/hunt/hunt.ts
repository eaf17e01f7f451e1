import { randomBytes } from 'node:crypto'
import { Random } from '../primitives/random.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { ScenarioError } from '../scenario/scenarioError.ts'
import type { Step } from '../scenario/step.ts'
import type { HuntedClient } from './client/client.ts'
import {
  type Candidate,
  chainSpec,
  type DrawOptions,
  drawBase,
  drawCandidate,
  drawEvents,
  lastOf,
  scenarioOf,
  varyCandidate,
} from './draw/candidate.ts'
import { Coverage } from './draw/coverage.ts'
import type { DrawnEvent } from './draw/draft.ts'
import { TRUTH_KEY } from './draw/endpoints.ts'
import { mergeProfiles, type Profile, profileOf } from './draw/profile.ts'
import { describeDifference, type Finding, type HuntReport, isSameKind } from './finding.ts'
import { HuntError } from './huntError.ts'
import {
  type HuntOptions,
  type HuntProgress,
  type ResolvedHuntOptions,
  resolveHuntOptions,
} from './huntOptions.ts'
import { Arena } from './run/arena.ts'
import { type Difference, IDLE_CALLS, type Judging } from './run/judge.ts'
import { type RunResult, runScenario } from './run/runScenario.ts'
import { runWarm } from './run/runWarm.ts'
import { Session } from './run/session.ts'
import { shrink } from './shrink/shrink.ts'
import { findTwin } from './shrink/twin.ts'

/** Candidates that met something new, which are varied. */
const KEPT_MAX = 64

/** A scenario counts as failing if it does in two of three runs. */
const CONFIRMING_RUNS = 3
const CONFIRMED_MIN = 2

/** The length of the chain of the first run, as a multiple of what is not final. */
const CLEAN_LENGTH = 3

/** In milliseconds: a client that takes longer to start goes on from one event to the next. */
const WARM_FROM = 1500

/** Patience while searching, by what the first run took; and its least, in milliseconds. */
const PATIENCE_FACTOR = 3
const PATIENCE_MIN = 200

/** In milliseconds: how long to wait for a call before the rows are read again. */
const INTERVAL = 20

/** For shrinking and repeating, so much more of the time that was given. */
const EXTRA_TIME = 1

/**
 * Searches for the smallest scenario in which a client is wrong: reorgs, faults and restarts at moments that depend on what
 * the client asks. It ends at the first finding, or when its time is over.
 *
 * @throws {HuntError} INVALID_OPTION; CLEAN_RUN if the client is wrong without any move; CLIENT_FAILED
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

/** A scenario that fails for sure, and a run of it. */
interface Failing {
  readonly scenario: Scenario
  readonly result: RunResult
}

class Search {
  readonly #options: ResolvedHuntOptions
  readonly #onProgress: HuntOptions['onProgress']
  readonly #signal: AbortSignal | undefined
  readonly #coverage = new Coverage()
  readonly #arenas: Arena[] = []
  readonly #began = performance.now()
  readonly #kept: Candidate[] = []
  #profile: Profile = profileOf([])
  #patience: number
  #settleMs = 0
  #runs = 0
  readonly #id = randomBytes(4).toString('hex')
  #started = 0
  #isWarm = false
  #drawn = 0
  #found: HuntProgress['found']
  /** whether what was found has failed each time */
  #isReliable = true

  constructor(options: ResolvedHuntOptions, { onProgress, signal }: HuntOptions) {
    this.#options = options
    this.#onProgress = onProgress
    this.#signal = signal
    this.#patience = options.patience
    for (let job = 0; job < options.jobs; job++) this.#arenas.push(new Arena())
  }

  async report(): Promise<HuntReport> {
    await this.#cleanRun()
    const failing = await this.#search()
    const finding = failing && (await this.#explain(failing))
    const { seed } = this.#options
    const [runs, seconds] = [this.#runs, this.#seconds]
    const { pairs: coverage } = this.#coverage
    return { seed, runs, seconds, finding, coverage, settleMs: this.#settleMs }
  }

  async close(): Promise<void> {
    await Promise.all(this.#arenas.map((arena) => arena.close()))
  }

  get #seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  get #drawOptions(): DrawOptions {
    const { seed, spec, dialect, weights, beyond, finality } = this.#options
    return { seed, spec, dialect, weights, force: beyond, finality }
  }

  /** Without any move the client must be right. It shows what the client does, and how long it takes. */
  async #cleanRun(): Promise<void> {
    const { seed, spec, dialect, finality } = this.#options
    const scenario: Scenario = {
      seed: `${seed}-0`,
      spec: chainSpec(spec, CLEAN_LENGTH, finality),
      endpoints: [{ key: TRUTH_KEY, dialect }],
      steps: [],
    }
    const result = await this.#tryOnce(scenario, this.#options.patience)
    if (result === undefined) return
    const { difference, calls, output, settleMs, firstMs } = result
    if (difference !== undefined) {
      const said = output.trim() === '' ? '' : `; it printed: ${output.trim().split('\n').at(-1)}`
      const asked = calls.length === 0 ? '; it has asked this chain for nothing' : ''
      const problem = `wrong without any move: ${describeDifference(difference)}${asked}${said}`
      throw new HuntError('CLEAN_RUN', problem)
    }
    this.#settleMs = settleMs
    this.#isWarm = !this.#options.cold && firstMs > WARM_FROM
    this.#profile = profileOf(calls)
    this.#patience = Math.min(
      this.#options.patience,
      Math.max(PATIENCE_MIN, PATIENCE_FACTOR * settleMs),
    )
  }

  /** Tries scenarios until one fails for sure. */
  async #search(): Promise<Failing | undefined> {
    let failing: Failing | undefined
    let isOver = false
    const given = [...this.#options.first]
    const searchIn = async (arena: Arena): Promise<void> => {
      while (!isOver && this.#maySearch()) {
        const next = given.shift()
        const isWarm = next === undefined && this.#isWarm
        failing ??= await (isWarm ? this.#tryWarm(arena) : this.#tryNew(arena, next))
        isOver ||= failing !== undefined
      }
    }
    const searches = this.#arenas.map((arena) =>
      searchIn(arena).catch((error: unknown) => {
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
  async #tryNew(arena: Arena, given: Scenario | undefined): Promise<Failing | undefined> {
    const candidate = given === undefined ? this.#draw() : undefined
    const scenario = given ?? scenarioOf(candidate as Candidate)
    const result = await this.#tryOnce(scenario, this.#patience, arena)
    if (result === undefined) return undefined
    const news = this.#learn(result)
    if (news > 0 && candidate !== undefined) this.#keep(candidate)
    this.#tell('searching')
    return result.difference && this.#confirm(scenario, arena)
  }

  /**
   * Goes on with one process of the client. When it is wrong, the events since it was right are tried with a new one, then
   * more of those before.
   */
  async #tryWarm(arena: Arena): Promise<Failing | undefined> {
    const random = this.#random()
    const base = drawBase(random, this.#drawOptions, this.#profile)
    const { client } = this.#options
    const session = await Session.begin(
      arena,
      client,
      scenarioOf({ base, events: [] }),
      this.#nextId(),
    )
    const drawNext = (events: readonly DrawnEvent[]) =>
      drawEvents(random, base, events, 1, this.#drawOptions, this.#profile)[events.length]
    const mayGoOn = () => {
      this.#runs++
      this.#tell('searching')
      return this.#maySearch()
    }
    const judging = this.#judging(this.#patience)
    const { candidate, difference, calls, moments } = await runWarm(
      session,
      base,
      drawNext,
      judging,
      mayGoOn,
    ).finally(() => session.end())
    this.#learn({ calls, moments })
    if (difference === undefined) return undefined
    const { length } = candidate.events
    for (let count = 2; ; count = Math.min(2 * count, length)) {
      const found = await this.#confirm(scenarioOf(lastOf(candidate, count)), arena)
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
    return this.#runs < runs && this.#seconds < time && this.#signal?.aborted !== true
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
   * Repeats a scenario with all patience; if the client only needed more time, it gets more from now on. Where it does not
   * make the calls that a step waits for, it is idle then: the step waits for its polls instead, so that whoever plays the
   * scenario sees the same.
   */
  async #confirm(scenario: Scenario, arena: Arena): Promise<Failing | undefined> {
    const failing = await this.#confirmAsIs(scenario, arena)
    const passedOver = failing?.result.passedOver ?? []
    if (passedOver.length === 0) return failing
    const steps = scenario.steps.map((step, index) =>
      passedOver.includes(index) ? this.#idleWait(step) : step,
    )
    const again = await this.#confirmAsIs({ ...scenario, steps }, arena)
    return again?.result.passedOver.length === 0 ? again : undefined
  }

  #idleWait(step: Step): Step {
    const { method } = this.#profile.polls[0] ?? {}
    return { ...step, waitFor: { ...(method !== undefined && { method }), calls: IDLE_CALLS } }
  }

  async #confirmAsIs(scenario: Scenario, arena: Arena): Promise<Failing | undefined> {
    this.#tell('confirming')
    this.#isReliable = true
    let wrong: RunResult | undefined
    let count = 0
    for (let run = 0; run < CONFIRMING_RUNS && count < CONFIRMED_MIN; run++) {
      const result = await this.#tryOnce(scenario, this.#options.patience, arena)
      if (result?.difference === undefined) {
        this.#patience = Math.min(
          this.#options.patience,
          Math.max(this.#patience, 2 * (result?.settleMs ?? 0)),
        )
        continue
      }
      if (wrong?.difference !== undefined && !isSameKind(wrong.difference, result.difference))
        continue
      wrong = result
      count++
    }
    if (wrong === undefined || count < CONFIRMED_MIN) return undefined
    const { passes, patience } = this.#options
    if (passes === undefined) return { scenario, result: wrong }
    const other = await this.#tryOnce(scenario, patience, arena, passes)
    const isRight = other !== undefined && other.difference === undefined
    return isRight ? { scenario, result: wrong } : undefined
  }

  /** Makes a failing scenario as simple as possible, finds its twin, and counts how often it fails. */
  async #explain(failing: Failing): Promise<Finding> {
    const difference = failing.result.difference as Difference
    this.#found = { scenario: failing.scenario, difference }
    const mayGoOn = this.#until()
    const fails = async (scenario: Scenario): Promise<boolean> => {
      this.#tell('shrinking')
      const wrong = await this.#failsAgain(scenario, difference)
      if (wrong !== undefined) this.#found = { scenario, difference: wrong }
      return wrong !== undefined
    }
    let scenario = await shrink(failing.scenario, fails, mayGoOn)
    const [arena] = this.#arenas as [Arena]
    if ((await this.#confirm(scenario, arena)) === undefined) {
      // With little patience, something else had seemed wrong.
      this.#patience = this.#options.patience
      scenario = await shrink(failing.scenario, fails, mayGoOn)
    }
    const again = await this.#repeat(scenario, difference, mayGoOn)
    const run = (each: Scenario) => this.#tryOnce(each, this.#patience)
    const twin = again.last && (await findTwin(scenario, again.last, run, mayGoOn))
    return {
      scenario,
      difference: again.last?.difference ?? difference,
      rate: { wrong: again.wrong, runs: again.runs },
      isBeyond: this.#options.beyond,
      twin,
      output: (again.last ?? failing.result).output,
    }
  }

  /** Counts how often a client is wrong in the same way, for at most half of the time that is left. */
  async #repeat(scenario: Scenario, difference: Difference, mayGoOn: () => boolean) {
    const { repeats } = this.#options
    let [runs, wrong] = [0, 0]
    let last: RunResult | undefined
    const began = this.#seconds
    const mayRepeat = () => mayGoOn() && this.#seconds - began < this.#options.time / 2
    while (runs < repeats && (mayRepeat() || runs < CONFIRMING_RUNS)) {
      this.#tell('repeating')
      const result = await this.#tryOnce(scenario, this.#patience)
      runs++
      if (result?.difference === undefined || !isSameKind(result.difference, difference)) continue
      wrong++
      last = result
    }
    return { runs, wrong, last }
  }

  /** @returns a function that tells whether there is time left for what follows the search */
  #until(): () => boolean {
    const end = this.#seconds + Math.max(this.#options.time, this.#seconds) * EXTRA_TIME
    return () => this.#seconds < end && this.#signal?.aborted !== true
  }

  /** The difference if a client fails in the same way in two of three runs, and the other program does not. */
  async #failsAgain(scenario: Scenario, as: Difference): Promise<Difference | undefined> {
    let last: Difference | undefined
    let [wrong, right] = [0, 0]
    // A scenario that has failed each time so far is expected to fail each time when it is simpler.
    const rightMax = this.#isReliable ? 0 : CONFIRMING_RUNS - CONFIRMED_MIN
    while (wrong < CONFIRMED_MIN && right <= rightMax) {
      const result = await this.#tryOnce(scenario, this.#patience)
      if (result === undefined) return undefined
      // A wait that is passed over would never end for others.
      if (result.passedOver.length > 0) return undefined
      if (result.difference !== undefined && isSameKind(result.difference, as)) {
        wrong++
        last = result.difference
      } else right++
    }
    if (wrong < CONFIRMED_MIN) return undefined
    const { passes } = this.#options
    if (passes === undefined) return last
    const other = await this.#tryOnce(scenario, this.#options.patience, undefined, passes)
    return other !== undefined && other.difference === undefined ? last : undefined
  }

  /** @returns undefined if a step of the scenario cannot be played */
  async #tryOnce(
    scenario: Scenario,
    patience: number,
    arena?: Arena,
    client?: HuntedClient,
  ): Promise<RunResult | undefined> {
    try {
      return await this.#play(scenario, patience, arena, client)
    } catch (error) {
      if (error instanceof ScenarioError || this.#signal?.aborted) return undefined
      throw error
    }
  }

  #play(
    scenario: Scenario,
    patience: number,
    arena = this.#arenas[0] as Arena,
    client = this.#options.client,
  ): Promise<RunResult> {
    this.#runs++
    return runScenario(arena, client, scenario, this.#nextId(), this.#judging(patience))
  }

  #judging(patience: number): Judging {
    const { confirmations, expectation } = this.#options
    return { patience, confirmations, expectation, interval: INTERVAL, signal: this.#signal }
  }

  /** What no other run of this machine has. */
  #nextId(): string {
    return `h${this.#id}x${++this.#started}`
  }

  #tell(doing: HuntProgress['doing']): void {
    const { size: coverage } = this.#coverage
    this.#onProgress?.({
      doing,
      runs: this.#runs,
      seconds: this.#seconds,
      coverage,
      found: this.#found,
    })
  }
}
