import { open } from 'node:fs/promises'
import { specInputs } from '../chain/spec/spec.ts'
import { isObject } from '../primitives/input.ts'
import { packagedScenario } from '../scenario/packagedScenarios.ts'
import { readYamlFile, YamlFileError } from '../yaml/readYamlFile.ts'

/** Members that only a scenario has. */
const scenarioMembers = ['description', 'spec', 'endpoints', 'truth', 'steps']

/** Members with which a scenario or a spec can begin, and no exported file does. */
const writtenMembers = ['$schema', ...scenarioMembers, ...Object.keys(specInputs)]

/** A scenario may have 4 MB, and is the larger of the two. */
const expected = { noun: 'scenario', wanted: 'a spec or a scenario', bytesMax: 4 * 1024 ** 2 }

/**
 * What a path names: a scenario, the file of a spec, or what `exportChain` or `recordChain` wrote. The code that reads it
 * reports all that is wrong with it.
 */
export async function kindOfFile(path: string): Promise<'scenario' | 'spec' | 'exported'> {
  if (packagedScenario(path) !== undefined) return 'scenario'
  if (!/\.ya?ml$/i.test(path) && !(await beginsLikeWritten(path))) return 'exported'
  try {
    const { value } = await readYamlFile(path, expected)
    const isSpec = isObject(value) && !scenarioMembers.some((name) => Object.hasOwn(value, name))
    return isSpec ? 'spec' : 'scenario'
  } catch (error) {
    if (error instanceof YamlFileError) return 'scenario'
    throw error
  }
}

/** Whether a JSON file begins like one that a person writes. Exported files may be too large to read twice. */
async function beginsLikeWritten(path: string): Promise<boolean> {
  if (!/\.json$/i.test(path)) return false
  const file = await open(path).catch(() => undefined)
  try {
    const { buffer, bytesRead } = (await file?.read(Buffer.alloc(4096), 0, 4096, 0)) ?? {}
    const start = buffer?.toString('utf8', 0, bytesRead) ?? ''
    const [, first] = /^\uFEFF?\s*\{\s*"([^"]*)"\s*:/.exec(start) ?? []
    return first !== undefined && writtenMembers.includes(first)
  } catch {
    return false // a folder
  } finally {
    await file?.close()
  }
}
