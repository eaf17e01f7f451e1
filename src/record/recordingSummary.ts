import { digestOf } from '../formats/folder/fileDigest.ts'
import type { JsonObject } from '../formats/json/blockJson.ts'
import { toQuantity } from '../primitives/hex.ts'
import type { BlobGas } from './blobForks.ts'
import { blockFilesOf } from './blockText.ts'
import { readBigInt } from './quantity.ts'
import { RecordError } from './recordError.ts'
import type { RecordingFolder } from './recordingFolder.ts'

/** What the manifest says about all files and blocks of a recording. */
export interface RecordingSummary {
  /** SHA-256 of each file in hex, by its path */
  readonly files: Readonly<Record<string, string>>
  /** the total difficulty of the parent of the first block; undefined if unknown */
  readonly totalDifficultyBefore: bigint | undefined
  /** by number, ascending: the blocks that have blob gas */
  readonly blobs: ReadonlyMap<number, BlobGas>
}

export interface SummaryOptions {
  /** in bytes: the maximum size of a file */
  readonly bytesMax: number
  /** whether total difficulties are checked */
  readonly verify: boolean
  /** reads a block from the node again */
  readonly reread: (number: number) => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Hashes all files of a complete recording, and checks that total difficulties add up, because no hash covers them.
 *
 * @throws {RecordError} if they do not, even after reading the block again
 */
export async function summarizeRecording(
  folder: RecordingFolder,
  { bytesMax, verify, reread, signal }: SummaryOptions,
): Promise<RecordingSummary> {
  const { from, to } = folder.plan
  const files: Record<string, string> = {}
  const blobs = new Map<number, BlobGas>()
  let total: bigint | undefined
  let totalDifficultyBefore: bigint | undefined
  for (let number = from; number <= to; number++) {
    signal.throwIfAborted()
    let block = await summarizeBlock(folder, number, bytesMax)
    if (verify && !addsUp(total, block)) {
      await reread(number)
      block = await summarizeBlock(folder, number, bytesMax)
      if (!addsUp(total, block)) await rejectTotal(folder, number, total, block)
    }
    Object.assign(files, block.files)
    if (block.blobs !== undefined) blobs.set(number, block.blobs)
    if (number === from) totalDifficultyBefore = difficultyBefore(block, number)
    total = (total ?? totalDifficultyBefore ?? 0n) + block.difficulty
  }
  return { files, totalDifficultyBefore, blobs }
}

interface BlockSummary {
  readonly files: Readonly<Record<string, string>>
  readonly difficulty: bigint
  /** undefined if the node does not report it */
  readonly totalDifficulty: bigint | undefined
  /** undefined before Cancun */
  readonly blobs: BlobGas | undefined
}

async function summarizeBlock(
  folder: RecordingFolder,
  number: number,
  bytesMax: number,
): Promise<BlockSummary> {
  const text = await folder.read(number, bytesMax)
  if (text === undefined) throw new RecordError(`block ${number}: its files have disappeared`)
  const files = blockFilesOf(number, text).map(([path, content]) => [path, digestOf(content)])
  const { difficulty, totalDifficulty, ...json } = JSON.parse(text.block) as JsonObject
  const [used, excess] = [readBigInt(json.blobGasUsed), readBigInt(json.excessBlobGas)]
  return {
    files: Object.fromEntries(files),
    difficulty: readBigInt(difficulty) ?? 0n,
    totalDifficulty: readBigInt(totalDifficulty),
    blobs: used === undefined || excess === undefined ? undefined : { used, excess },
  }
}

/** Many providers no longer report total difficulty. Without it only that of genesis' parent is known. */
function difficultyBefore(
  { difficulty, totalDifficulty }: BlockSummary,
  number: number,
): bigint | undefined {
  const isStated = totalDifficulty !== undefined && totalDifficulty >= difficulty
  if (isStated) return totalDifficulty - difficulty
  return number === 0 ? 0n : undefined
}

function addsUp(total: bigint | undefined, { difficulty, totalDifficulty }: BlockSummary): boolean {
  return (
    total === undefined || totalDifficulty === undefined || totalDifficulty === total + difficulty
  )
}

/** Removes both blocks, because either may be wrong: the next run reads them again. */
async function rejectTotal(
  folder: RecordingFolder,
  number: number,
  total: bigint | undefined,
  { difficulty, totalDifficulty }: BlockSummary,
): Promise<never> {
  await Promise.all([folder.remove(number - 1), folder.remove(number)])
  const [stated, sum] = [totalDifficulty ?? 0n, (total ?? 0n) + difficulty].map(toQuantity)
  const field = 'totalDifficulty'
  throw new RecordError(`block ${number}: ${field}: it is ${stated}, but the sum is ${sum}`, {
    block: number,
    field,
  })
}
