import type { Artifact } from './artifact.ts'
import type { ArtifactFolder } from './artifactFolder.ts'
import { CodePattern } from './codePattern.ts'
import type { DebugInfo, Source } from './debugInfo.ts'
import { abiItems, membersOf, textOf } from './jsonFile.ts'
import { findSource } from './sourceFiles.ts'

/** What solc writes of a contract. */
interface Compiled {
  readonly name: string
  readonly abi: unknown
  readonly creation: unknown
  readonly creationMap: unknown
  readonly runtime: unknown
  readonly runtimeMap: unknown
}

/**
 * The contracts of what solc writes: `{ contracts, sources }` of `--standard-json`, `{ contracts, sourceList }` of
 * `--combined-json`. Any other content has none.
 */
export function artifactsOfOutput(
  output: unknown,
  path: string,
  folder: ArtifactFolder,
): Artifact[] {
  const paths = sourcePaths(output)
  let sources: Promise<DebugInfo['sources']> | undefined
  return compiledIn(output).flatMap(({ name, abi, creation, runtime, ...maps }) => {
    const items = abiItems(abi)
    if (items === undefined) return []
    const artifact: Artifact = {
      name,
      abi: items,
      creation: CodePattern.read(creation),
      runtime: CodePattern.read(runtime),
      async debug() {
        sources ??= readSources(paths, (each) => findSource(each, path, folder))
        return { ...mapsOf(maps), sources: await sources }
      },
    }
    return [artifact]
  })
}

/** The source maps in the output of `--standard-json`, by `PATH:NAME`. */
export function mapsIn(output: unknown): ReadonlyMap<string, Omit<DebugInfo, 'sources'>> {
  const maps = new Map<string, Omit<DebugInfo, 'sources'>>()
  for (const [path, contracts] of Object.entries(membersOf(membersOf(output).contracts))) {
    for (const [name, described] of Object.entries(membersOf(contracts))) {
      maps.set(`${path}:${name}`, mapsOf(standard(name, described)))
    }
  }
  return maps
}

function mapsOf({
  creationMap,
  runtimeMap,
}: Pick<Compiled, 'creationMap' | 'runtimeMap'>): Omit<DebugInfo, 'sources'> {
  return { creationMap: textOf(creationMap), runtimeMap: textOf(runtimeMap) }
}

/** The sources of an output by their ids. */
export function sourcePaths(output: unknown): ReadonlyMap<number, string> {
  const { sources, sourceList } = membersOf(output)
  if (Array.isArray(sourceList)) return new Map(sourceList.map((path, id) => [id, String(path)]))
  return new Map(
    Object.entries(membersOf(sources)).map(([path, source]) => [
      Number(membersOf(source).id),
      path,
    ]),
  )
}

/** Reads all sources, whether or not each is found. */
export async function readSources(
  paths: ReadonlyMap<number, string>,
  read: (path: string) => Promise<Source>,
): Promise<ReadonlyMap<number, Source>> {
  return new Map(
    await Promise.all([...paths].map(async ([id, path]) => [id, await read(path)] as const)),
  )
}

/** `{ "file.sol": { Name: … } }`, or `{ "file.sol:Name": … }`. */
function compiledIn(output: unknown): readonly Compiled[] {
  return Object.entries(membersOf(membersOf(output).contracts)).flatMap(([key, described]) => {
    if (membersOf(described).abi !== undefined) return combined(key, described)
    return Object.entries(membersOf(described)).map((each) => standard(...each))
  })
}

function standard(name: string, described: unknown): Compiled {
  const { abi, evm } = membersOf(described)
  const { bytecode, deployedBytecode } = membersOf(evm)
  const { object: creation, sourceMap: creationMap } = membersOf(bytecode)
  const { object: runtime, sourceMap: runtimeMap } = membersOf(deployedBytecode)
  return { name, abi, creation, creationMap, runtime, runtimeMap }
}

function combined(key: string, described: unknown): Compiled {
  const members = membersOf(described)
  return {
    name: key.slice(key.lastIndexOf(':') + 1),
    abi: members.abi,
    creation: members.bin,
    creationMap: members.srcmap,
    runtime: members['bin-runtime'],
    runtimeMap: members['srcmap-runtime'],
  }
}
