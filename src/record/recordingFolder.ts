import { mkdir, mkdtemp, opendir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { UNCLES_MAX } from '../chain/protocol/uncles.ts'
import { MANIFEST } from '../formats/folder/folderManifest.ts'
import { readRegularFile } from '../formats/folder/regularFile.ts'
import { putInPlace } from '../formats/folder/replaceFolder.ts'
import { messageOf } from '../primitives/errors.ts'
import type { BlockText } from './blockText.ts'
import { RecordError } from './recordError.ts'
import { isPlan, type RecordingPlan, requireSamePlan } from './recordingPlan.ts'

const PLAN_FILE = 'recording.json'
const PLAN_BYTES_MAX = 1 << 16

/**
 * A recording that is under way, beside the place where it will be: `recording.json` says of what, `chain/` has the
 * blocks that are there, each whole or not at all, so that a run that was broken off can be taken up again.
 */
export class RecordingFolder {
  readonly path: string
  /** what is being recorded */
  readonly plan: RecordingPlan
  readonly #target: string
  readonly #chain: string
  /** Where files are until they are whole: of this run alone, since two may be at it. */
  readonly #parts: string
  #count = 0

  private constructor(target: string, plan: RecordingPlan, parts: string) {
    this.#target = resolve(target)
    this.path = recordingPath(target)
    this.plan = plan
    this.#chain = join(this.path, 'chain')
    this.#parts = parts
  }

  /**
   * Takes up what an earlier run has left, or begins.
   *
   * @param target where the recording goes when it is complete
   * @param restart whether to throw away what an earlier run has left
   * @throws {RecordError} where that is of another chain or range, or something else is in its place
   */
  static async open(
    target: string,
    wanted: RecordingPlan,
    restart: boolean,
  ): Promise<RecordingFolder> {
    const path = recordingPath(target)
    return onDisk(path, async () => {
      let plan = await readPlan(path)
      if (plan !== undefined && restart) {
        await rm(path, { recursive: true })
        plan = undefined
      }
      if (plan === undefined) {
        await begin(path, wanted)
        plan = wanted
      }
      requireSamePlan(path, plan, wanted)
      // An earlier run may have come to its end but for taking this away.
      await mkdir(join(path, 'chain'), { recursive: true })
      return new RecordingFolder(target, plan, await mkdtemp(join(path, 'parts-')))
    })
  }

  /**
   * A block that is there already; undefined where it is not.
   *
   * @param bytesMax what each of its files may have
   * @throws {RecordError} caused by an `UnfitFileError` where one has more, or is no regular file
   */
  async read(number: number, bytesMax: number): Promise<BlockText | undefined> {
    const folder = join(this.#chain, String(number))
    const readText = async (...path: string[]) =>
      (await readRegularFile(join(folder, ...path), bytesMax)).toString('utf8')
    try {
      const [block, receipts, count] = await Promise.all([
        readText('block.json'),
        readText('receipts.json'),
        countFiles(join(folder, 'uncles'), UNCLES_MAX),
      ])
      if (count > UNCLES_MAX) return undefined
      const uncles = await Promise.all(
        Array.from({ length: count }, (_, index) => readText('uncles', `${index}.json`)),
      )
      return { block, receipts, uncles }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw new RecordError(`${folder}: ${messageOf(error)}`, { cause: error })
    }
  }

  /** Keeps a block, in the place of the one of its number. */
  async write(number: number, { block, receipts, uncles }: BlockText): Promise<void> {
    await onDisk(this.path, async () => {
      const part = join(this.#parts, String(this.#count++))
      await mkdir(uncles.length === 0 ? part : join(part, 'uncles'), { recursive: true })
      await Promise.all([
        writeFile(join(part, 'block.json'), block),
        writeFile(join(part, 'receipts.json'), receipts),
        ...uncles.map((uncle, index) => writeFile(join(part, 'uncles', `${index}.json`), uncle)),
      ])
      const folder = join(this.#chain, String(number))
      await rm(folder, { recursive: true, force: true })
      await rename(part, folder)
    })
  }

  /** Forgets a block. */
  async remove(number: number): Promise<void> {
    await rm(join(this.#chain, String(number)), { recursive: true, force: true })
  }

  /** Puts the complete recording where it belongs, in the place of an earlier one. */
  async finish(manifest: string): Promise<void> {
    await onDisk(this.#target, async () => {
      await writeFile(join(this.#chain, MANIFEST), manifest)
      await putInPlace(this.#chain, this.#target, join(this.#parts, 'old'))
      await rm(this.path, { recursive: true, force: true })
    })
  }

  /** Leaves it so that it can be taken up again. */
  async close(): Promise<void> {
    await rm(this.#parts, { recursive: true, force: true })
  }
}

/** Where a recording is until it is complete. */
export function recordingPath(target: string): string {
  return `${resolve(target)}.recording`
}

/** With its plan from the start: a folder without one is somebody else's. */
async function begin(path: string, plan: RecordingPlan): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const fresh = await mkdtemp(`${path}.tmp-`)
  try {
    await mkdir(join(fresh, 'chain'))
    await writeFile(join(fresh, PLAN_FILE), `${JSON.stringify(plan, null, 2)}\n`)
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
}

/** @returns undefined where there is no folder */
async function readPlan(path: string): Promise<RecordingPlan | undefined> {
  const names = await readdir(path).catch(undefinedIfAbsent)
  if (names === undefined) return undefined
  try {
    const bytes = await readRegularFile(join(path, PLAN_FILE), PLAN_BYTES_MAX)
    const plan: unknown = JSON.parse(bytes.toString('utf8'))
    if (isPlan(plan)) return plan
  } catch {
    // What it is instead is for its owner to know.
  }
  throw new RecordError(`${path}: it is no recording that was begun, so it is left alone`)
}

/** @returns one more than `most` where there are more: they are not counted to their end */
async function countFiles(folder: string, most: number): Promise<number> {
  const found = await opendir(folder).catch(undefinedIfAbsent)
  let count = 0
  if (found !== undefined) for await (const _ of found) if (++count > most) break
  return count
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}

async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RecordError) throw error
    throw new RecordError(`${path}: it cannot be written: ${messageOf(error)}`, { cause: error })
  }
}
