import { noSuch } from '../primitives/input.ts'
import {
  MissingYamlFileError,
  readYamlFile,
  type YamlFile,
  YamlFileError,
} from '../yaml/readYamlFile.ts'
import { packagedNames, packagedScenario } from './packagedScenarios.ts'
import { type ResolvedScenario, resolveScenario } from './resolveScenario.ts'
import type { Scenario } from './scenario.ts'
import { ScenarioError } from './scenarioError.ts'

/** Ten thousand steps of 400 bytes. */
const BYTES_MAX = 4 * 1024 ** 2

const expected = { noun: 'scenario', wanted: 'at least steps', bytesMax: BYTES_MAX }

/**
 * Reads a scenario from a JSON or YAML file.
 *
 * @param source name of a scenario of the package, path of a file, or its address: a `file:` URL or its text, as
 *   `import.meta.resolve` returns it
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
  const file = packagedScenario(String(source)) ?? source
  return readYamlFile(file, expected, signal).catch((cause: unknown) => {
    if (!(cause instanceof YamlFileError)) throw cause
    const where = { file: String(source), path: '' }
    const hint = cause instanceof MissingYamlFileError ? hintFor(String(source)) : ''
    throw new ScenarioError('INVALID_SCENARIO', where, cause.message + hint, { cause })
  })
}

/** What may be meant by the path of a file that does not exist. */
function hintFor(source: string): string {
  const known = packagedNames()
  const name = source.replace(/^.*[\\/]/, '').replace(/\.ya?ml$/i, '')
  if (name !== source && known.includes(name)) return `; want ${name}, a scenario of the package?`
  // Only what could be a name.
  return /[./\\]/.test(source) ? '' : `, and ${noSuch('scenario of the package', source, known)}`
}
