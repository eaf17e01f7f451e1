import { basename, dirname, join, resolve } from 'node:path'
import { mapsIn, readSources, sourcePaths } from './compilerOutput.ts'
import type { DebugInfo, Source } from './debugInfo.ts'
import { membersOf, readJson, textOf } from './jsonFile.ts'
import { SourceText } from './sourceText.ts'

/** In bytes: a file with all that was compiled at once is large. */
const BUILD_MAX = 512 * 1024 * 1024

/** How Hardhat 3 calls the folder of the project in paths of sources. */
const PROJECT = 'project/'

/** What the compiler was given, and what it returned. */
interface Build {
  readonly input: unknown
  readonly output: unknown
}

/** Where the instructions of a contract come from that Hardhat has compiled: its build-info says so. */
export async function hardhatDebug(path: string, folder: string): Promise<DebugInfo | undefined> {
  const artifact = membersOf(await readJson(path))
  const { buildInfoId, contractName, sourceName, inputSourceName = sourceName } = artifact
  const build =
    typeof buildInfoId === 'string'
      ? await readSplitBuild(join(folder, 'build-info', basename(buildInfoId)))
      : await readBuild(path)
  const maps = mapsIn(build?.output, String(inputSourceName), String(contractName))
  if (build === undefined || maps === undefined) return undefined
  const contents = membersOf(membersOf(build.input).sources)
  const read = async (each: string): Promise<Source> => {
    const content = textOf(membersOf(contents[each]).content)
    return {
      path: shownPath(each),
      text: content === undefined ? undefined : new SourceText(content),
    }
  }
  return { ...maps, sources: await readSources(sourcePaths(build.output), read) }
}

/** Hardhat 3: two files. */
async function readSplitBuild(path: string): Promise<Build> {
  const { input } = membersOf(await readJson(`${path}.json`, BUILD_MAX))
  const { output } = membersOf(await readJson(`${path}.output.json`, BUILD_MAX))
  return { input, output }
}

/** Hardhat 2: one file, which another one beside the artifact names. */
async function readBuild(path: string): Promise<Build | undefined> {
  const { buildInfo } = membersOf(await readJson(path.replace(/\.json$/, '.dbg.json')))
  if (typeof buildInfo !== 'string') return undefined
  const { input, output } = membersOf(await readJson(resolve(dirname(path), buildInfo), BUILD_MAX))
  return { input, output }
}

function shownPath(path: string): string {
  return path.startsWith(PROJECT) ? path.slice(PROJECT.length) : path
}
