import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readSources } from './compilerOutput.ts'
import type { DebugInfo } from './debugInfo.ts'
import { membersOf, readJson, textOf } from './jsonFile.ts'
import { findSource } from './sourceFiles.ts'

/**
 * Where the instructions of a contract come from that Foundry has compiled: its artifact has the source maps, and its
 * build-info the ids of sources.
 */
export async function foundryDebug(path: string, folder: string): Promise<DebugInfo | undefined> {
  const { bytecode, deployedBytecode, id, metadata } = membersOf(await readJson(path))
  const target = Object.keys(
    membersOf(membersOf(membersOf(metadata).settings).compilationTarget),
  )[0]
  const paths = await pathsById(join(folder, 'build-info'), Number(id), target)
  return {
    creationMap: textOf(membersOf(bytecode).sourceMap),
    runtimeMap: textOf(membersOf(deployedBytecode).sourceMap),
    sources: await readSources(paths, (each) => findSource(each, [folder])),
  }
}

/** Each run of the compiler has its own ids, so those count that agree with the artifact. */
async function pathsById(
  folder: string,
  id: number,
  target: string | undefined,
): Promise<ReadonlyMap<number, string>> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const paths = membersOf(membersOf(await readJson(join(folder, name))).source_id_to_path)
    if (target === undefined || paths[id] !== target) continue
    return new Map(Object.entries(paths).map(([each, path]) => [Number(each), String(path)]))
  }
  return new Map(target === undefined ? [] : [[id, target]])
}
