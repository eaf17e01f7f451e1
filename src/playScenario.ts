import { type PlayingScenario, type PlayOptions, play } from './scenario/play.ts'
import type { Scenario } from './scenario/scenario.ts'
import { version } from './version.ts'

/**
 * Plays a scenario: serves its chain, and has happen what it says when the client under test has come that far.
 *
 * @param scenario the path of a file, JSON or YAML, its `file:` URL, or what would stand in it
 * @throws {ScenarioError} INVALID_SCENARIO where it is not as `Scenario` says, STEP_FAILED where a step before the first
 *   wait cannot be played
 * @throws {ServeOptionsError} where an option is wrong
 * @throws {ListenError} where the port is taken, or cannot be had
 * @throws the reason of `signal`, where that is aborted before the first wait
 *
 * @example
 * const scenario = await playScenario('scenarios/three-block-reorg.yaml', { port: 0 })
 * await indexUntil(scenario.server.url, scenario.finished)
 * scenario.truth() // the blocks that the index is to hold now
 * await scenario.close()
 */
export function playScenario(
  scenario: string | URL | Scenario,
  options: PlayOptions = {},
): Promise<PlayingScenario> {
  const clientVersion = options.clientVersion ?? `ommer/${version}`
  return play(scenario, { ...options, clientVersion }, version)
}
