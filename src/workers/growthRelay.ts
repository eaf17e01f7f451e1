import { StoredBlock, storedBytes } from '../chain/encoding/storedBlock.ts'
import type { PassedBlock } from '../chain/execution/passedBlocks.ts'
import type { GrowthMessage } from './messages.ts'
import type { WorkerProcess } from './workerProcess.ts'

/** The most bytes of blocks on their way to a worker. */
const BYTES_MAX = 16 * 1024 * 1024

/** Passes on the blocks that the worker which lets the chain grow has built. */
export class GrowthRelay {
  readonly #workers: readonly Pick<WorkerProcess, 'ask'>[]
  /** by worker, how many bytes of blocks it has not taken yet */
  readonly #underway: number[]

  constructor(workers: readonly Pick<WorkerProcess, 'ask'>[]) {
    this.#workers = workers
    this.#underway = workers.map(() => 0)
  }

  /** @param from index of the worker that has built the blocks */
  passOn(from: number, growth: GrowthMessage): void {
    const bytes = bytesOf(growth.passed ?? [])
    for (const index of this.#workers.keys()) {
      if (index === from) continue
      const isBehind = this.underway(index) + bytes > BYTES_MAX
      // It builds the block itself when it can.
      void this.#send(
        index,
        isBehind ? { ...growth, passed: undefined } : growth,
        isBehind ? 0 : bytes,
      )
    }
  }

  /** How many bytes of blocks a worker has not taken yet. */
  underway(index: number): number {
    return this.#underway[index] ?? 0
  }

  async #send(index: number, growth: GrowthMessage, bytes: number): Promise<void> {
    this.#underway[index] = this.underway(index) + bytes
    // One that has ended, or cannot grow now, grows with the next message, or when it is started again.
    await this.#workers[index]?.ask(growth).catch(() => {})
    this.#underway[index] = this.underway(index) - bytes
  }
}

function bytesOf(passed: readonly PassedBlock[]): number {
  let bytes = 0
  for (const { fields, changes, codes } of passed) {
    bytes += storedBytes(StoredBlock.of(fields)) + changes.length
    for (const [, { code }] of codes) bytes += code.length
  }
  return bytes
}
