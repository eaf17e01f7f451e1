import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, opendir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { UNCLES_MAX } from '../chain/protocol/uncles.ts'
import { MANIFEST } from '../formats/folder/folderManifest.ts'
import { moveIntoPlace } from '../formats/folder/replaceFolder.ts'
import { codeOf, messageOf } from '../primitives/errors.ts'
import { readRegularFile } from '../primitives/regularFile.ts'
import type { BlockText } from './blockText.ts'
import { RecordError } from './recordError.ts'
import { isPlan, type RecordingPlan, requireSamePlan } from './recordingPlan.ts'

const PLAN_FILE = 'recording.json'
const PLAN_BYTES_MAX = 1 << 16

/**
 * A recording in progress, in a folder beside its target: `recording.json` is its plan, and `chain/` has the blocks
 * recorded so far, each complete, so that an interrupted run can be resumed.
 */
export class RecordingFolder {
  readonly path: string
  readonly plan: RecordingPlan
  readonly #target: string
  readonly #chain: string
  /** where files are written before they are moved to `chain/`; of this run alone, because two may run at once */
  readonly #staging: string
  #count = 0

  private constructor(target: string, plan: RecordingPlan, staging: string) {
    this.#target = resolve(target)
    this.path = recordingPath(target)
    this.plan = plan
    this.#chain = join(this.path, 'chain')
    this.#staging = staging
  }

  /**
   * Resumes an earlier run, or starts a new recording.
   *
   * @param target where the recording goes when it is complete
   * @param restart whether to delete what an earlier run recorded
   * @throws {RecordError} if the earlier run was for another chain or range, or the folder is not a recording
   */
  static async open(
    target: string,
    requested: RecordingPlan,
    restart: boolean,
  ): Promise<RecordingFolder> {
    const path = recordingPath(target)
    return withDiskErrors(path, async () => {
      let plan = await readPlan(path)
      if (plan !== undefined && restart) {
        await rm(path, { recursive: true })
        plan = undefined
      }
      if (plan === undefined) {
        await createFolder(path, requested)
        plan = requested
      }
      requireSamePlan(path, plan, requested)
      // Missing if an earlier run was interrupted after it had moved `chain/` to the target.
      await mkdir(join(path, 'chain'), { recursive: true })
      return new RecordingFolder(target, plan, await mkdtemp(join(path, 'parts-')))
    })
  }

  /**
   * Reads a block recorded earlier; undefined if there is none.
   *
   * @param bytesMax the maximum size of each file
   * @throws {RecordError} caused by a `RefusedFileError` if a file is larger, or not a regular file
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
      const accessList = existsSync(join(folder, 'accessList.json'))
        ? await readText('accessList.json')
        : undefined
      return { block, receipts, uncles, accessList }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw new RecordError(`${folder}: ${messageOf(error)}`, { cause: error })
    }
  }

  /** Records a block, replacing the one of its number. */
  async write(number: number, text: BlockText): Promise<void> {
    const { block, receipts, uncles, accessList } = text
    await withDiskErrors(this.path, async () => {
      const part = join(this.#staging, String(this.#count++))
      await mkdir(uncles.length === 0 ? part : join(part, 'uncles'), { recursive: true })
      await Promise.all([
        writeFile(join(part, 'block.json'), block),
        writeFile(join(part, 'receipts.json'), receipts),
        ...(accessList === undefined ? [] : [writeFile(join(part, 'accessList.json'), accessList)]),
        ...uncles.map((uncle, index) => writeFile(join(part, 'uncles', `${index}.json`), uncle)),
      ])
      const folder = join(this.#chain, String(number))
      await rm(folder, { recursive: true, force: true })
      await rename(part, folder)
    })
  }

  /** Deletes a block. */
  async remove(number: number): Promise<void> {
    await rm(join(this.#chain, String(number)), { recursive: true, force: true })
  }

  /** Moves the complete recording to its target, replacing an earlier one. */
  async finish(manifest: string): Promise<void> {
    await withDiskErrors(this.#target, async () => {
      await writeFile(join(this.#chain, MANIFEST), manifest)
      await moveIntoPlace(this.#chain, this.#target, join(this.#staging, 'old'))
      await rm(this.path, { recursive: true, force: true })
    })
  }

  /** Deletes temporary files. The recording can be resumed. */
  async close(): Promise<void> {
    await rm(this.#staging, { recursive: true, force: true })
  }
}

/** The folder of a recording in progress. */
export function recordingPath(target: string): string {
  return `${resolve(target)}.recording`
}

/** Renamed into place only with its plan in it: a folder without a plan is not ours. */
async function createFolder(path: string, plan: RecordingPlan): Promise<void> {
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

/** @returns undefined if the folder does not exist */
async function readPlan(path: string): Promise<RecordingPlan | undefined> {
  const names = await readdir(path).catch(undefinedIfAbsent)
  if (names === undefined) return undefined
  try {
    const bytes = await readRegularFile(join(path, PLAN_FILE), PLAN_BYTES_MAX)
    const plan: unknown = JSON.parse(bytes.toString('utf8'))
    if (isPlan(plan)) return plan
  } catch {
    // Not a recording: reported below.
  }
  throw new RecordError(`${path}: not an interrupted recording, so it is left unchanged`)
}

/** @returns the number of files; `max` + 1 if there are more */
async function countFiles(folder: string, max: number): Promise<number> {
  const entries = await opendir(folder).catch(undefinedIfAbsent)
  let count = 0
  if (entries !== undefined) for await (const _ of entries) if (++count > max) break
  return count
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}

async function withDiskErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RecordError) throw error
    throw new RecordError(`${path}: cannot be written: ${messageOf(error)}`, { cause: error })
  }
}
