import { readYamlFile, YamlFileError } from '../yaml/readYamlFile.ts'
import { type ResolvedScenario, resolveScenario } from './resolveScenario.ts'
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
  const file = String(source)
  const { value, lineOf } = await readYamlFile(source, expected, signal).catch((cause: unknown) => {
    if (!(cause instanceof YamlFileError)) throw cause
    throw new ScenarioError('INVALID_SCENARIO', { file, path: '' }, cause.message, { cause })
  })
  return resolveScenario(value, { file, lineOf })
}
