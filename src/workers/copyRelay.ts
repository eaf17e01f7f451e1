import type { CallsReport, CopyMessage, PrimaryQuestion, ToHolder, ToOwner } from './messages.ts'
import type { WorkerProcess } from './workerProcess.ts'

/**
 * How long a worker may take to give up a copy, in steps: on a machine that was suspended, only one of them passes. A worker
 * that takes longer hangs. It is stopped, because moves of others wait for it.
 */
const STEPS = 50
const STEP_MS = 100

type Worker = Pick<WorkerProcess, 'ask' | 'tell' | 'kill' | 'isReady'>

/** Passes on what workers tell each other about copies of endpoints. Of two of them, in the order in which it is told. */
export class CopyRelay {
  readonly #workers: readonly Worker[]

  constructor(workers: readonly Worker[]) {
    this.#workers = workers
  }

  /** @param from the worker that tells it */
  tell(from: number, message: ToOwner | ToHolder): void {
    if (!('owner' in message)) {
      this.#workers[message.worker]?.tell(message)
    } else if (message.kind === 'want' && !this.#workers[from]?.isReady) {
      // Whether a worker that is not ready has copies is not asked.
      this.#workers[from]?.tell({ kind: 'noCopy', worker: from, id: message.id })
    } else {
      this.#workers[message.owner]?.tell({ ...message, worker: from } as CopyMessage)
    }
  }

  /**
   * Lets workers answer no more from their copies of an endpoint.
   *
   * @returns for each of them, whether it wants the next position
   */
  revoke(workers: readonly number[], endpoint: string): Promise<readonly boolean[]> {
    return Promise.all(
      workers.map(async (index) => {
        const answer = await this.#askOrKill(index, { kind: 'revoke', endpoint })
        return answer === true
      }),
    )
  }

  /** Resolves when the owner has counted the calls, or has ended. */
  async report(report: CallsReport): Promise<void> {
    await this.#workers[report.owner]?.ask(report).catch(() => {})
  }

  /** Resolves when no worker answers any more from what one that has ended has told it. */
  async forget(ended: number): Promise<void> {
    const others = [...this.#workers.keys()].filter((index) => index !== ended)
    await Promise.all(
      others.map((index) => this.#askOrKill(index, { kind: 'ended', worker: ended })),
    )
  }

  /** @returns undefined if the worker has ended, or has been ended */
  async #askOrKill(index: number, question: PrimaryQuestion): Promise<unknown> {
    const worker = this.#workers[index]
    if (worker?.isReady !== true) return undefined
    let steps = 0
    const timer = setInterval(() => ++steps === STEPS && worker.kill(), STEP_MS)
    try {
      return await worker.ask(question)
    } catch {
      return undefined
    } finally {
      clearInterval(timer)
    }
  }
}
