import { basename, dirname, join, resolve } from 'node:path'
import type { ArtifactFolder } from './artifactFolder.ts'
import { mapsIn, readSources, sourcePaths } from './compilerOutput.ts'
import type { DebugInfo, Source } from './debugInfo.ts'
import { membersOf, readJson, textOf } from './jsonFile.ts'
import { SourceText } from './sourceText.ts'

/** In bytes: a file with all that was compiled at once is large. */
const BUILD_MAX = 512 * 1024 * 1024

/** How Hardhat 3 calls the folder of the project in paths of sources. */
const PROJECT = 'project/'

/** All that was compiled at once, without what nobody asks for. */
interface Build {
  readonly maps: ReadonlyMap<string, Omit<DebugInfo, 'sources'>>
  readonly sources: DebugInfo['sources']
}

/** Where the instructions of a contract come from that Hardhat has compiled: its build-info says so. */
export async function hardhatDebug(
  path: string,
  folder: ArtifactFolder,
): Promise<DebugInfo | undefined> {
  const artifact = membersOf(await readJson(path, undefined, folder.readAt))
  const { buildInfoId, contractName, sourceName, inputSourceName = sourceName } = artifact
  const build =
    typeof buildInfoId === 'string'
      ? await readSplitBuild(join(folder.path, 'build-info', basename(buildInfoId)), folder)
      : await readBuild(path, folder)
  const maps = build?.maps.get(`${inputSourceName}:${contractName}`)
  return build && maps && { ...maps, sources: build.sources }
}

/** Hardhat 3: two files. */
function readSplitBuild(path: string, folder: ArtifactFolder): Promise<Build> {
  return folder.once(path, async () => {
    const { input } = membersOf(await readJson(`${path}.json`, BUILD_MAX))
    const { output } = membersOf(await readJson(`${path}.output.json`, BUILD_MAX))
    return buildOf(input, output)
  })
}

/** Hardhat 2: one file, which another one beside the artifact names. */
async function readBuild(path: string, folder: ArtifactFolder): Promise<Build | undefined> {
  const { buildInfo } = membersOf(await readJson(path.replace(/\.json$/, '.dbg.json')))
  if (typeof buildInfo !== 'string') return undefined
  const file = resolve(dirname(path), buildInfo)
  return folder.once(file, async () => {
    const { input, output } = membersOf(await readJson(file, BUILD_MAX))
    return buildOf(input, output)
  })
}

async function buildOf(input: unknown, output: unknown): Promise<Build> {
  const contents = membersOf(membersOf(input).sources)
  const read = async (each: string): Promise<Source> => {
    const content = textOf(membersOf(contents[each]).content)
    const text = content === undefined ? undefined : new SourceText(content)
    return { path: shownPath(each), text }
  }
  return { maps: mapsIn(output), sources: await readSources(sourcePaths(output), read) }
}

function shownPath(path: string): string {
  return path.startsWith(PROJECT) ? path.slice(PROJECT.length) : path
}
