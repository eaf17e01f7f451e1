import { SerialQueue } from '../primitives/serialQueue.ts'

/** Work that moves have started and do not wait for. */
interface PendingWork {
  /** never rejects; undefined if there is no such work */
  readonly settled: Promise<void> | undefined
}

/** Runs the moves of an endpoint one after another. */
export class MoveQueue {
  readonly #queue = new SerialQueue()
  readonly #kept: PendingWork | undefined

  /** @param kept each work ends when it has settled */
  constructor(kept?: PendingWork) {
    this.#kept = kept
  }

  /** Runs work after all work that was queued before. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      try {
        return await work()
      } finally {
        await this.#kept?.settled
      }
    })
  }
}
