import type { Scenario } from '../scenario/scenario.ts'
import { type HuntOptions, resolveHuntOptions } from './huntOptions.ts'
import type { Difference } from './run/judge.ts'
import { runScenario } from './run/runScenario.ts'
import { ServedChains } from './run/servedChains.ts'

/** A client, and how its rows are judged. */
export type ReplayOptions = Pick<
  HuntOptions,
  'before' | 'start' | 'rows' | 'after' | 'expected' | 'patience' | 'confirmations'
> & {
  /** How often. Default 1. */
  readonly runs?: number | undefined
}

/** In how many runs a client was wrong. */
export interface ReplayResult {
  readonly runs: number
  readonly wrong: number
  /** of the last run in which it was wrong; undefined if there was none */
  readonly difference: Difference | undefined
  /** whether the client has asked the chain for anything, in any run */
  readonly hasAsked: boolean
  /** what the client printed last in that run */
  readonly output: string
}

/** How many runs were started, of any replay: each has a database of its own. */
let started = 0

/**
 * Starts a client on a scenario that a hunt has found, and judges its rows.
 *
 * @param scenario the path of a JSON or YAML file, or the scenario itself
 * @throws {HuntOptionsError} if an option is invalid
 * @throws {HuntError} CLIENT_FAILED
 * @throws {ScenarioError} if the scenario is invalid, or a step cannot be played
 *
 * @example
 * const { wrong } = await replay('found.json', { start, rows })
 * assert.equal(wrong, 0)
 */
export async function replay(
  scenario: string | URL | Scenario,
  options: ReplayOptions,
): Promise<ReplayResult> {
  const { client, expectation, patience, confirmations } = resolveHuntOptions(options)
  const read = await toScenario(scenario)
  const judging = { patience, confirmations, expectation }
  const chains = new ServedChains()
  const { runs = 1 } = options
  let result: ReplayResult = { runs, wrong: 0, difference: undefined, hasAsked: false, output: '' }
  try {
    for (let run = 1; run <= runs; run++) {
      const id = `r${process.pid}x${++started}`
      const { difference, output, calls } = await runScenario(chains, client, read, id, judging)
      const hasAsked = result.hasAsked || calls.length > 0
      result = { ...result, hasAsked }
      if (difference !== undefined)
        result = { ...result, wrong: result.wrong + 1, difference, output }
    }
    return result
  } finally {
    await chains.close()
  }
}

async function toScenario(scenario: string | URL | Scenario): Promise<Scenario> {
  if (typeof scenario !== 'string' && !(scenario instanceof URL)) return scenario
  const { readScenario } = await import('../scenario/readScenarioFile.ts')
  return readScenario(scenario)
}
