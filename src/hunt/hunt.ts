import type { Scenario } from '../scenario/scenario.ts'
import type { Step } from '../scenario/step.ts'
import { lastLine } from './client/shellOutput.ts'
import { type Candidate, lastEvents, scenarioOf } from './draw/candidate.ts'
import { cleanScenario } from './draw/drawBase.ts'
import type { DrawnEvent } from './draw/event.ts'
import { ScenarioSource } from './draw/scenarioSource.ts'
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
import { runWarm } from './run/runWarm.ts'
import type { ServedChains } from './run/servedChains.ts'
import { type Failing, Trials } from './trials.ts'

/** In milliseconds: a client that takes longer to its first call goes on from one event to the next. */
const WARM_FROM = 1000

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
  readonly #source: ScenarioSource
  readonly #began = performance.now()
  #isWarm = false
  #found: HuntProgress['found']

  constructor(options: ResolvedHuntOptions, { onProgress, signal }: HuntOptions) {
    this.#options = options
    this.#source = new ScenarioSource({ ...options, force: options.beyond })
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
    const { pairs: coverage } = this.#source.coverage
    return { seed, runs, seconds, finding, coverage }
  }

  close(): Promise<void> {
    return this.#trials.close()
  }

  get #seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  /** Without any move the client must be right. It shows what the client does, and how long it takes. */
  async #cleanRun(): Promise<void> {
    const { patience, cold } = this.#options
    const scenario = cleanScenario(this.#options)
    const result = await this.#trials.tryOnce(scenario, { patience })
    if (result === undefined) return
    const { difference, calls, output, startMs } = result
    if (difference !== undefined) {
      const line = lastLine(output)
      const said = line === '' ? '' : `; it printed: ${line}`
      const asked = calls.length === 0 ? '; it has asked this chain for nothing' : ''
      const problem = `wrong without any move: ${describeDifference(difference)}${asked}${said}`
      throw new HuntError('CLEAN_RUN', problem)
    }
    this.#isWarm = !cold && startMs > WARM_FROM
    this.#source.learnCalls(calls)
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
    const candidate = given === undefined ? this.#source.candidate() : undefined
    const scenario = given ?? scenarioOf(candidate as Candidate)
    const result = await this.#trials.tryOnce(scenario, { chains, isSearch: true })
    if (result === undefined) return undefined
    this.#source.learn(result, candidate)
    // What changes nothing has tried nothing.
    if (!result.changesRows) this.#trials.runs--
    this.#notify('searching')
    if (result.difference === undefined) return undefined
    return this.#confirmDrawn(scenario, chains, () => this.#source.avoid(candidate?.events ?? []))
  }

  /** @param avoid called where the other program is wrong, too: what has happened shows something else */
  async #confirmDrawn(
    scenario: Scenario,
    chains: ServedChains,
    avoid: () => void,
  ): Promise<Failing | undefined> {
    const { othersWrong } = this.#trials
    const found = await this.#confirm(scenario, chains)
    if (this.#trials.othersWrong > othersWrong) avoid()
    return found
  }

  /**
   * Goes on with one process of the client. When it is wrong, the events since it was right are tried with a new one, then
   * more of those before.
   */
  async #tryWarm(chains: ServedChains): Promise<Failing | undefined> {
    const trials = this.#trials
    const { base, first, length, next, allRead } = this.#source.series()
    const began = this.#seconds
    const scenario = scenarioOf({ base, events: [first] })
    const session = await trials.begin(scenario, chains)
    if (session === undefined) return undefined
    const { candidate, bound, difference, last, calls, moments } = await runWarm(
      session,
      base,
      first,
      {
        length,
        drawNext: next,
        allRead,
        judging: () => trials.judging(trials.pace.patience),
        patience: this.#options.patience,
        hasTimeLeft: () => this.#maySearch(),
        onRight: ({ changesRows, calls, pauses }) => {
          trials.pace.add(pauses)
          this.#source.learnCalls(calls)
          // What changes nothing has tried nothing.
          if (changesRows) trials.runs++
          this.#notify('searching')
        },
      },
    ).finally(() => session.end())
    this.#source.coverage.add(calls, moments)
    if (difference === undefined) return undefined
    trials.runs++
    const forms = bound === undefined ? [candidate] : [bound, candidate]
    return this.#confirmLast(forms, last, chains, this.#seconds - began)
  }

  /**
   * Tries the last events with a client that is started for them: those since the client was right, then more.
   *
   * @param forms of what has happened, the likeliest to fail again first
   * @param sinceRight those since the client was right
   * @param seconds how long the whole series took: no more time than that is spent on repeating it
   */
  async #confirmLast(
    forms: readonly Candidate[],
    sinceRight: readonly DrawnEvent[],
    chains: ServedChains,
    seconds: number,
  ): Promise<Failing | undefined> {
    const end = this.#seconds + seconds
    const length = forms[0]?.events.length ?? 0
    const avoid = () => {
      if (sinceRight.length === length) this.#source.avoidBeginning()
      // It was right after those before.
      else this.#source.avoid(sinceRight.slice(0, 1))
    }
    // It had read everything before them.
    for (let count = sinceRight.length + 1; ; count *= 2) {
      for (const form of forms) {
        const scenario = scenarioOf(lastEvents(form, Math.min(count, length)))
        const { othersWrong } = this.#trials
        const found = await this.#confirmDrawn(scenario, chains, avoid)
        const isOver = this.#trials.othersWrong > othersWrong || this.#seconds > end
        if (found !== undefined || isOver || !this.#maySearch()) return found
      }
      if (count >= length) return undefined
    }
  }

  #maySearch(): boolean {
    const { runs, time } = this.#options
    return this.#trials.runs < runs && this.#seconds < time && this.#signal?.aborted !== true
  }

  /**
   * Repeats a scenario, first with all patience; if the client only needed more time, it gets more from now on. Where it
   * does not make the calls that a step waits for, it is idle then: the step waits for its polls instead, so that others who
   * play the scenario see the same.
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
    const { method } = this.#source.profile.polls[0] ?? {}
    return { ...step, waitFor: { ...(method !== undefined && { method }), calls: IDLE_CALLS } }
  }

  async #confirmAsIs(scenario: Scenario, chains: ServedChains): Promise<Failing | undefined> {
    this.#notify('confirming')
    const { patience } = this.#options
    const patient = await this.#trials.tryOnce(scenario, { patience, chains })
    if (patient?.difference === undefined) {
      if (patient !== undefined) this.#trials.pace.needsMore(patient)
      return undefined
    }
    return this.#trials.confirmWrong(scenario, { chains, first: patient })
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
      isAborted: () => this.#signal?.aborted === true,
      notify: (doing, found) => {
        this.#found = found ?? this.#found
        this.#notify(doing)
      },
    })
  }

  #notify(doing: HuntProgress['doing']): void {
    const { size: coverage } = this.#source.coverage
    const { runs } = this.#trials
    this.#onProgress?.({ doing, runs, seconds: this.#seconds, coverage, found: this.#found })
  }
}
