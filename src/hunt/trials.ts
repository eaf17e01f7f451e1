import { randomBytes } from 'node:crypto'
import type { Scenario } from '../scenario/scenario.ts'
import { ScenarioError } from '../scenario/scenarioError.ts'
import type { HuntedClient } from './client/client.ts'
import { isSameKind } from './finding.ts'
import type { ResolvedHuntOptions } from './huntOptions.ts'
import { ChainCache } from './run/chainCache.ts'
import type { Judging } from './run/judge.ts'
import { Pace } from './run/pace.ts'
import { type RunResult, runScenario } from './run/runScenario.ts'
import { ServedChains } from './run/servedChains.ts'
import { Session } from './run/session.ts'

/** A scenario counts as failing if it does in two of three runs. */
export const CONFIRMING_RUNS = 3
const WRONG_MIN = 2

/** A scenario that fails for sure. */
export interface Failing {
  readonly scenario: Scenario
  /** a run of it in which the client was wrong */
  readonly result: RunResult
  /** whether the client was wrong in each run */
  readonly isReliable: boolean
}

interface TryOptions {
  /** in milliseconds; default that of the search */
  readonly patience?: number
  /** default the first */
  readonly chains?: ServedChains | undefined
  /** default the one that is hunted */
  readonly client?: HuntedClient
  /** whether waits are skipped early; by default they last as long as the client may pause, as when others repeat them */
  readonly isSearch?: boolean
  /** whether a run in which a wait would be skipped does not count, and is over there */
  readonly needsWaits?: boolean
}

interface RepeatOptions extends TryOptions {
  /** in how many runs the client may be right; default one */
  readonly rightMax?: number
  /** whether the client was wrong in a run; by default if it was wrong in any way */
  isWrong?(result: RunResult): boolean
  /** a run in which it was wrong, which counts; default none */
  readonly first?: RunResult
}

/** Runs clients on scenarios, and counts the runs. */
export class Trials {
  /** the chains of each client that runs at a time */
  readonly jobs: readonly ServedChains[]
  /** how long to wait while searching */
  readonly pace: Pace
  runs = 0
  /** how often the other program, too, was wrong */
  othersWrong = 0
  readonly #options: ResolvedHuntOptions
  readonly #signal: AbortSignal | undefined
  readonly #id = randomBytes(4).toString('hex')
  #started = 0

  constructor(options: ResolvedHuntOptions, signal: AbortSignal | undefined) {
    this.#options = options
    this.#signal = signal
    this.pace = new Pace(options.patience)
    const cache = new ChainCache()
    this.jobs = Array.from({ length: options.jobs }, () => new ServedChains(cache))
  }

  async close(): Promise<void> {
    await Promise.all(this.jobs.map((chains) => chains.close()))
  }

  /** Starts the client that is hunted, for more than one run; undefined if a step of the scenario cannot be played. */
  async begin(scenario: Scenario, chains: ServedChains): Promise<Session | undefined> {
    try {
      return await Session.begin(chains, this.#options.client, scenario, this.nextId())
    } catch (error) {
      if (error instanceof ScenarioError) return undefined
      throw error
    }
  }

  /** @returns undefined if a step of the scenario cannot be played, or the hunt is to end */
  async tryOnce(
    scenario: Scenario,
    {
      patience = this.pace.patience,
      chains = this.jobs[0] as ServedChains,
      client = this.#options.client,
      isSearch = false,
      needsWaits = false,
    }: TryOptions = {},
  ): Promise<RunResult | undefined> {
    this.runs++
    try {
      const { patience: longest } = this.pace
      const waits = isSearch ? {} : { idleMs: longest, silentMs: longest }
      const judging = { ...this.judging(patience), ...waits, endsAtSkip: needsWaits }
      const result = await runScenario(chains, client, scenario, this.nextId(), judging)
      const isHunted = client === this.#options.client
      const isWhole = !needsWaits || result.skippedWaits.length === 0
      if (isHunted && isWhole && result.difference === undefined) this.pace.add(result)
      return result
    } catch (error) {
      if (error instanceof ScenarioError || this.#signal?.aborted) return undefined
      throw error
    }
  }

  /**
   * Repeats a scenario until the client was wrong twice in the same way. If there is another program, that must then be right.
   *
   * @returns undefined if the client is right too often, or the other program is wrong, too
   */
  async confirmWrong(
    scenario: Scenario,
    { rightMax = CONFIRMING_RUNS - WRONG_MIN, ...options }: RepeatOptions,
  ): Promise<Failing | undefined> {
    const { isWrong = () => true, first, ...tryOptions } = options
    let wrong: RunResult | undefined
    let [wrongs, rights] = [0, 0]
    for (let given = first; wrongs < WRONG_MIN; given = undefined) {
      const result = given ?? (await this.tryOnce(scenario, tryOptions))
      if (result === undefined) return undefined
      const { difference } = result
      const isSame = wrong?.difference === undefined || isSameKind(wrong.difference, difference)
      if (difference !== undefined && isSame && isWrong(result)) {
        wrong ??= result
        // Mostly both are wrong, and then no more is needed to know.
        if (++wrongs === 1 && !(await this.#isOtherRight(scenario, tryOptions))) return undefined
        continue
      }
      if (++rights > rightMax) return undefined
    }
    return { scenario, result: wrong as RunResult, isReliable: rights === 0 }
  }

  /** Whether the other program, if there is one, is right. */
  async #isOtherRight(scenario: Scenario, options: TryOptions): Promise<boolean> {
    const { passes, patience } = this.#options
    if (passes === undefined) return true
    // It may never make the calls that a step waits for.
    const given = { ...options, needsWaits: false, patience, client: passes }
    const other = await this.tryOnce(scenario, given)
    if (other?.difference !== undefined) this.othersWrong++
    return other !== undefined && other.difference === undefined
  }

  judging(patience: number): Judging {
    const { confirmations, expectation } = this.#options
    const { idleMs } = this.pace
    return { patience, idleMs, confirmations, expectation, signal: this.#signal }
  }

  /** What no other run has, of any hunt. */
  nextId(): string {
    return `h${this.#id}x${++this.#started}`
  }
}
