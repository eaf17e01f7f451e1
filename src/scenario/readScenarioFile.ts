import { readYamlFile, type YamlFile, YamlFileError } from '../yaml/readYamlFile.ts'
import { type ResolvedScenario, resolveScenario } from './resolveScenario.ts'
import type { Scenario } from './scenario.ts'
import { ScenarioError } from './scenarioError.ts'

/** Ten thousand steps of 400 bytes. */
const BYTES_MAX = 4 * 1024 ** 2

const expected = { noun: 'scenario', wanted: 'at least steps', bytesMax: BYTES_MAX }

/**
 * Reads a scenario from a JSON or YAML file.
 *
 * @param source path of the file, or its address: a `file:` URL or its text, as `import.meta.resolve` returns it
 * @param signal aborts the reading with its reason
 * @throws {ScenarioError} INVALID_SCENARIO if the file cannot be read, or is not a valid `Scenario`
 */
export async function readScenarioFile(
  source: string | URL,
  signal?: AbortSignal,
): Promise<ResolvedScenario> {
  const { value, lineOf } = await readUnchecked(source, signal)
  return resolveScenario(value, { file: String(source), lineOf })
}

/**
 * Reads a scenario as it is written, to be checked when it is played.
 *
 * @param source as of `readScenarioFile`
 * @throws {ScenarioError} INVALID_SCENARIO if the file cannot be read
 */
export async function readScenario(source: string | URL): Promise<Scenario> {
  const { value } = await readUnchecked(source)
  return value as Scenario
}

async function readUnchecked(source: string | URL, signal?: AbortSignal): Promise<YamlFile> {
  return readYamlFile(source, expected, signal).catch((cause: unknown) => {
    if (!(cause instanceof YamlFileError)) throw cause
    const where = { file: String(source), path: '' }
    throw new ScenarioError('INVALID_SCENARIO', where, cause.message, { cause })
  })
}
