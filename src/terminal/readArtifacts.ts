import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { messageOf, OmmerError } from '../primitives/errors.ts'
import { readRegularFile } from '../primitives/regularFile.ts'
import type { NamedAbi } from './knownAbis.ts'

/** In bytes: larger files are no artifacts. */
const FILE_MAX = 32 * 1024 * 1024

/** How many files are read. */
const FILES_MAX = 20_000

/** Folders with what compilers were given, which is large and has no other ABIs. */
const skipped: ReadonlySet<string> = new Set(['build-info', 'node_modules', 'cache'])

/** A folder of artifacts cannot be used. */
class ArtifactsError extends OmmerError {
  constructor(folder: string, problem: string) {
    super('INVALID_OPTION', `--artifacts: ${folder}: ${problem}`)
  }
}

/**
 * Reads the ABIs in a folder: what Hardhat (`artifacts`), Foundry (`out`) and solc (`--standard-json`, `--combined-json`)
 * write. Other files are left out.
 *
 * @throws {OmmerError} INVALID_OPTION if the folder cannot be read, or has no artifact
 */
export async function readArtifacts(folder: string): Promise<readonly NamedAbi[]> {
  const abis: NamedAbi[] = []
  let count = 0
  for await (const path of jsonFilesIn(folder)) {
    if (++count > FILES_MAX) throw new ArtifactsError(folder, `it has more than ${FILES_MAX} files`)
    abis.push(...(await abisOf(path)))
  }
  if (abis.length > 0) return abis
  throw new ArtifactsError(folder, 'it has no artifacts: want what Hardhat, Foundry or solc writes')
}

async function* jsonFilesIn(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new ArtifactsError(folder, messageOf(error))
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* jsonFilesIn(path)
    else if (entry.isFile() && entry.name.endsWith('.json')) yield path
  }
}

/** Another file than an artifact may have any content. */
async function abisOf(path: string): Promise<readonly NamedAbi[]> {
  let content: unknown
  try {
    content = JSON.parse((await readRegularFile(path, FILE_MAX)).toString())
  } catch {
    return []
  }
  const { contracts, contractName = basename(path, '.json') } = membersOf(content)
  const own = named(String(contractName), content)
  return [...own, ...Object.entries(membersOf(contracts)).flatMap(abisOfSource)]
}

/** `{ "file.sol": { Name: { abi } } }`, or `{ "file.sol:Name": { abi } }`. */
function abisOfSource([name, described]: readonly [string, unknown]): readonly NamedAbi[] {
  const own = named(name.slice(name.lastIndexOf(':') + 1), described)
  if (own.length > 0) return own
  return Object.entries(membersOf(described)).flatMap((each) => named(...each))
}

function named(name: string, described: unknown): readonly NamedAbi[] {
  const { abi } = membersOf(described)
  const items = typeof abi === 'string' ? parsed(abi) : abi
  if (!Array.isArray(items)) return []
  return [{ name, abi: items.filter((item) => typeof item === 'object' && item !== null) }]
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
