import { digestOf } from '../formats/folder/digest.ts'
import type { JsonObject } from '../formats/json/blockJson.ts'
import { toQuantity } from '../primitives/hex.ts'
import { blockFilesOf } from './blockText.ts'
import { readBigInt } from './quantity.ts'
import { RecordError } from './recordError.ts'
import type { RecordingFolder } from './recordingFolder.ts'

/** What is found out when all blocks are gone through in their order. */
export interface Survey {
  /** SHA-256 of each file in hex, by its path */
  readonly files: Readonly<Record<string, string>>
  /** the sum of difficulties up to the parent of the first block; undefined where nobody says */
  readonly totalDifficultyBefore: bigint | undefined
}

export interface SurveyOptions {
  /** what a file may have, in bytes */
  readonly bytesMax: number
  /** whether the totals are compared */
  readonly verify: boolean
  /** reads a block from the node again */
  readonly reread: (number: number) => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Goes through the blocks of a recording that has them all, and makes sure that total difficulties add up: no hash
 * covers them.
 *
 * @throws {RecordError} where they do not, however often the block is read
 */
export async function surveyRecording(
  folder: RecordingFolder,
  { bytesMax, verify, reread, signal }: SurveyOptions,
): Promise<Survey> {
  const { from, to } = folder.plan
  const files: Record<string, string> = {}
  let total: bigint | undefined
  let totalDifficultyBefore: bigint | undefined
  for (let number = from; number <= to; number++) {
    signal.throwIfAborted()
    let block = await describe(folder, number, bytesMax)
    if (verify && !addsUp(total, block)) {
      await reread(number)
      block = await describe(folder, number, bytesMax)
      if (!addsUp(total, block)) await refuse(folder, number, total, block)
    }
    Object.assign(files, block.files)
    if (number === from) totalDifficultyBefore = before(block, number)
    total = (total ?? totalDifficultyBefore ?? 0n) + block.difficulty
  }
  return { files, totalDifficultyBefore }
}

interface Described {
  readonly files: Readonly<Record<string, string>>
  readonly difficulty: bigint
  /** undefined where the node does not say */
  readonly totalDifficulty: bigint | undefined
}

async function describe(
  folder: RecordingFolder,
  number: number,
  bytesMax: number,
): Promise<Described> {
  const text = await folder.read(number, bytesMax)
  if (text === undefined) throw new RecordError(`block ${number}: its files are gone`)
  const files = blockFilesOf(number, text).map(([path, content]) => [path, digestOf(content)])
  const { difficulty, totalDifficulty } = JSON.parse(text.block) as JsonObject
  return {
    files: Object.fromEntries(files),
    difficulty: readBigInt(difficulty) ?? 0n,
    totalDifficulty: readBigInt(totalDifficulty),
  }
}

/** Providers have stopped to state it, and then nobody knows: but at genesis nothing comes before. */
function before({ difficulty, totalDifficulty }: Described, number: number): bigint | undefined {
  const isStated = totalDifficulty !== undefined && totalDifficulty >= difficulty
  if (isStated) return totalDifficulty - difficulty
  return number === 0 ? 0n : undefined
}

function addsUp(total: bigint | undefined, { difficulty, totalDifficulty }: Described): boolean {
  return (
    total === undefined || totalDifficulty === undefined || totalDifficulty === total + difficulty
  )
}

/** Whichever of the two is wrong, a further run is to read both again. */
async function refuse(
  folder: RecordingFolder,
  number: number,
  total: bigint | undefined,
  { difficulty, totalDifficulty }: Described,
): Promise<never> {
  await Promise.all([folder.remove(number - 1), folder.remove(number)])
  const [stated, sum] = [totalDifficulty ?? 0n, (total ?? 0n) + difficulty].map(toQuantity)
  const field = 'totalDifficulty'
  throw new RecordError(`block ${number}: ${field}: it is ${stated}, but adds up to ${sum}`, {
    block: number,
    field,
  })
}
