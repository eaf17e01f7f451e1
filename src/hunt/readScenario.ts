import type { Scenario } from '../scenario/scenario.ts'
import { ScenarioError } from '../scenario/scenarioError.ts'
import { readYamlFile, YamlFileError } from '../yaml/readYamlFile.ts'

const BYTES_MAX = 4 * 1024 ** 2

const expected = { noun: 'scenario', wanted: 'at least steps', bytesMax: BYTES_MAX }

/**
 * Reads a scenario as it is written; it is checked when it is played.
 *
 * @throws {ScenarioError} INVALID_SCENARIO if the file cannot be read
 */
export async function readScenario(source: string | URL): Promise<Scenario> {
  const { value } = await readYamlFile(source, expected).catch((cause: unknown) => {
    if (!(cause instanceof YamlFileError)) throw cause
    const where = { file: String(source), path: '' }
    throw new ScenarioError('INVALID_SCENARIO', where, cause.message, { cause })
  })
  return value as Scenario
}
