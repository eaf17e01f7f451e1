import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { messageOf, OmmerError } from '../primitives/errors.ts'
import type { Artifact } from './artifact.ts'
import { ArtifactFolder } from './artifactFolder.ts'
import { CodePattern } from './codePattern.ts'
import { artifactsOfOutput } from './compilerOutput.ts'
import type { DebugInfo } from './debugInfo.ts'
import { foundryDebug } from './foundryDebug.ts'
import { hardhatDebug } from './hardhatDebug.ts'
import { abiItems, membersOf, readJson } from './jsonFile.ts'

/** How many files are read. */
const FILES_MAX = 20_000

/** In bytes: of the code of all contracts. */
const CODE_BYTES_MAX = 256 * 1024 * 1024

/** The time of a file that is written just before is rounded, perhaps up. */
const CLOCK_MS = 1

/** Folders with what compilers were given, which is large and has no other ABIs. */
const skipped: ReadonlySet<string> = new Set(['build-info', 'node_modules', 'cache'])

/** A folder of artifacts cannot be used. */
class ArtifactsError extends OmmerError {
  constructor(folder: string, problem: string) {
    super('INVALID_OPTION', `--artifacts: ${folder}: ${problem}`)
  }
}

/**
 * Reads the artifacts in a folder: what Hardhat (`artifacts`), Foundry (`out`) and solc (`--standard-json`,
 * `--combined-json`) write. Other files are left out.
 *
 * @throws {OmmerError} INVALID_OPTION if the folder cannot be read, has no artifact, or too many
 */
export async function readArtifacts(folder: string): Promise<readonly Artifact[]> {
  const opened = new ArtifactFolder(folder, Date.now() + CLOCK_MS)
  const artifacts: Artifact[] = []
  let files = 0
  let bytes = 0
  for await (const path of jsonFilesIn(folder)) {
    if (++files > FILES_MAX) throw new ArtifactsError(folder, `it has more than ${FILES_MAX} files`)
    for (const artifact of await artifactsIn(path, opened)) {
      artifacts.push(artifact)
      bytes += (artifact.runtime?.bytes.length ?? 0) + (artifact.creation?.bytes.length ?? 0)
      if (bytes > CODE_BYTES_MAX) {
        throw new ArtifactsError(
          folder,
          `its contracts have more than ${CODE_BYTES_MAX} bytes of code`,
        )
      }
    }
  }
  if (artifacts.length > 0) return artifacts
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
async function artifactsIn(path: string, folder: ArtifactFolder): Promise<readonly Artifact[]> {
  const content = membersOf(await readJson(path))
  const own = artifactOf(content, path, folder)
  return [...(own === undefined ? [] : [own]), ...artifactsOfOutput(content, path, folder)]
}

/** What Hardhat and Foundry write of a contract, each in a file. */
function artifactOf(
  content: Readonly<Record<string, unknown>>,
  path: string,
  folder: ArtifactFolder,
): Artifact | undefined {
  const { bytecode, deployedBytecode, contractName = basename(path, '.json') } = content
  const abi = abiItems(content.abi)
  if (abi === undefined) return undefined
  const isOfFoundry = typeof deployedBytecode === 'object'
  const codeOf = (code: unknown) => CodePattern.read(isOfFoundry ? membersOf(code).object : code)
  let debug: Promise<DebugInfo | undefined> | undefined
  return {
    name: String(contractName),
    abi,
    creation: codeOf(bytecode),
    runtime: codeOf(deployedBytecode),
    debug: () => {
      debug ??= isOfFoundry ? foundryDebug(path, folder) : hardhatDebug(path, folder)
      return debug
    },
  }
}
