import { type PlayOptions, play, type ScenarioRun } from './scenario/play.ts'
import type { Scenario } from './scenario/scenario.ts'
import { version } from './version.ts'

/**
 * Plays a scenario: serves its chain, and runs each step once the client under test has made the calls it waits for.
 *
 * @param scenario the name of a scenario of the package, the path or `file:` URL of a JSON or YAML file, or the scenario itself
 * @throws {ScenarioError} INVALID_SCENARIO if it is invalid, STEP_FAILED if a step before the first wait fails
 * @throws {ServeOptionsError} if an option is invalid
 * @throws {ListenError} if the server cannot listen on the port
 * @throws the reason of `signal` if it is aborted before the first wait
 *
 * @example
 * const scenario = await playScenario('three-block-reorg', { port: 0 })
 * await indexUntil(scenario.server.url, scenario.finished)
 * scenario.truth() // the blocks that the index must have now
 * await scenario.close()
 */
export function playScenario(
  scenario: string | URL | Scenario,
  options: PlayOptions = {},
): Promise<ScenarioRun> {
  const clientVersion = options.clientVersion ?? `ommer/${version}`
  return play(scenario, { ...options, clientVersion }, version)
}
