import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArtifactFolder } from './artifactFolder.ts'
import { readSources } from './compilerOutput.ts'
import type { DebugInfo } from './debugInfo.ts'
import { membersOf, readJson, textOf } from './jsonFile.ts'
import { findSource } from './sourceFiles.ts'

/**
 * Where the instructions of a contract come from that Foundry has compiled: its artifact has the source maps, and its
 * build-info the ids of sources.
 */
export async function foundryDebug(
  path: string,
  folder: ArtifactFolder,
): Promise<DebugInfo | undefined> {
  const artifact = membersOf(await readJson(path, undefined, folder.readAt))
  const { bytecode, deployedBytecode, id, metadata } = artifact
  const target = Object.keys(
    membersOf(membersOf(membersOf(metadata).settings).compilationTarget),
  )[0]
  const builds = join(folder.path, 'build-info')
  const runs = await folder.once(builds, () => readRuns(builds))
  const paths = pathsById(runs, Number(id), target)
  return {
    creationMap: textOf(membersOf(bytecode).sourceMap),
    runtimeMap: textOf(membersOf(deployedBytecode).sourceMap),
    sources: await readSources(paths, (each) => findSource(each, path, folder)),
  }
}

/** The paths of sources by their ids, of each run of the compiler, the newest first. */
async function readRuns(folder: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const names = (await readdir(folder).catch(() => [])).filter((each) => each.endsWith('.json'))
  const runs = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      // It may have been removed meanwhile.
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
      return { mtimeMs, paths: membersOf(membersOf(await readJson(path)).source_id_to_path) }
    }),
  )
  return runs.sort((one, other) => other.mtimeMs - one.mtimeMs).map(({ paths }) => paths)
}

/** Each run of the compiler has its own ids, so those count that agree with the artifact. */
function pathsById(
  runs: readonly Readonly<Record<string, unknown>>[],
  id: number,
  target: string | undefined,
): ReadonlyMap<number, string> {
  if (target === undefined) return new Map()
  const found = runs.find((paths) => paths[id] === target) ?? { [id]: target }
  return new Map(Object.entries(found).map(([each, path]) => [Number(each), String(path)]))
}
