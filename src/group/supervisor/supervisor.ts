import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TemporaryFolder } from '../../locks/temporaryFolder.ts'
import { OmmerError } from '../../primitives/errors.ts'
import { addressedKey } from '../../server/addressedKey.ts'
import { type ResolvedServeOptions, rootKeyOf } from '../../server/resolveServeOptions.ts'
import { Acceptor } from './acceptor.ts'
import type { ListenAnswer, SupervisorQuestion, WorkerQuestion } from './messages.ts'
import { askStore } from './remoteStore.ts'
import type { ConnectionStart } from './requestLine.ts'
import { SupervisorStore } from './supervisorStore.ts'
import { WorkerProcess } from './workerProcess.ts'

/** How long a worker may take to say how it is. */
const ANSWER_MS = 1000

/** A worker that has ended that often before it could serve is not started again. */
const FAILURES_MAX = 3

/** How long workers may take to stop, besides the time that they give to requests in progress. */
const STOP_MS = 5000

/** A worker has ended, and is not started again. */
export class WorkerEndedError extends OmmerError {
  /** whether it has written why */
  readonly isReported: boolean

  constructor(message: string, isReported: boolean) {
    super('WORKER_ENDED', message)
    this.isReported = isReported
  }
}

/** Starts the workers of a group, gives them their connections, and has their store. */
export class Supervisor {
  readonly #options: ResolvedServeOptions
  readonly #workers: readonly WorkerProcess[]
  readonly #store: SupervisorStore
  readonly #acceptor: Acceptor
  readonly #folder = new TemporaryFolder('workers')
  /** by worker, where it takes requests that others pass on */
  readonly #sockets: readonly string[]
  #address: Promise<string> | undefined
  /** by worker, how often it has ended since it last could serve */
  readonly #failures = new Map<number, number>()
  /** whether all workers could serve at some time */
  #hasStarted = false
  #isStopping = false
  /** Is rejected if the group cannot go on. */
  readonly failure: Promise<never>
  #fail: (error: WorkerEndedError) => void = () => {}

  /** @param count of workers, at least 1 */
  constructor(count: number, options: ResolvedServeOptions) {
    this.#options = options
    this.failure = new Promise((_, reject) => {
      this.#fail = reject
    })
    // Without this, Node would end the process where nobody waits for it.
    this.failure.catch(() => {})
    this.#workers = Array.from({ length: count }, (_, index) => this.#createWorker(index))
    this.#sockets = this.#workers.map((_, index) => socketPath(this.#folder.path, index))
    this.#store = new SupervisorStore(options.journal, options.apiKeys, this.#sockets)
    const { connections } = options.limits
    this.#acceptor = new Acceptor(count * connections, (start, socket) => {
      void this.#give(start, socket)
    })
  }

  /**
   * Starts the workers: first one, which generates the chain, and then the others.
   *
   * @returns what the owner of the server's own endpoint prints
   * @throws {WorkerEndedError} if one of them cannot start
   */
  start(): Promise<string> {
    return Promise.race([this.#startAll(), this.failure])
  }

  async #startAll(): Promise<string> {
    const first = await this.#startWorker(0)
    if (this.#isStopping) return first
    const others = this.#workers.slice(1).map((_, index) => this.#startWorker(index + 1))
    const texts = [first, ...(await Promise.all(others))]
    this.#hasStarted = true
    // Only its owner knows the head of the server's own endpoint.
    const [own] = this.#options.apiKeys
    return texts[this.#store.ownerOf(own?.key ?? '')] as string
  }

  /** Stops listening, and ends all workers, which answer the requests in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#acceptor.close()
    const ended = this.#workers.map((worker) => worker.stop())
    const timer = setTimeout(
      () => {
        for (const worker of this.#workers) worker.kill()
      },
      STOP_MS + this.#options.limits.closeSeconds * 1000,
    )
    await Promise.all(ended)
    clearTimeout(timer)
    this.#store.close(this.#hasStarted)
    this.#folder.remove()
  }

  #createWorker(index: number): WorkerProcess {
    return new WorkerProcess({
      answer: (question) => this.#answer(index, question),
      ended: (code, signal) => this.#onEnd(index, code, signal),
    })
  }

  /** One without a key is, for example, for `/health`: it goes to the first worker that answers, because others may hang. */
  async #give({ target, head }: ConnectionStart, socket: Socket): Promise<void> {
    const key = target && addressedKey(target, rootKeyOf(this.#options))
    const [first] = this.#workers as readonly [WorkerProcess, ...WorkerProcess[]]
    const worker =
      key === undefined ? await this.#anyWorker() : this.#workers[this.#store.ownerOf(key)]
    const taker = worker ?? first
    taker.take(head, socket)
  }

  async #anyWorker(): Promise<WorkerProcess | undefined> {
    const ready = this.#workers.filter(({ isReady }) => isReady)
    const pings = ready.map(async (worker) => {
      await worker.ask({ kind: 'ping' })
      return worker
    })
    return Promise.any(pings).catch(() => undefined)
  }

  async #startWorker(index: number): Promise<string> {
    const socket = this.#sockets[index] as string
    // A process that was killed has left it.
    rmSync(socket, { force: true })
    const cache = join(this.#folder.path, 'chains')
    const journal = this.#store.name
    const worker = this.#workers[index] as WorkerProcess
    const text = await worker.start({ index, socket, journal, cache })
    this.#failures.delete(index)
    return text
  }

  #onEnd(index: number, code: number | null, signal: string | null): void {
    this.#store.ended(index)
    if (this.#isStopping) return
    // Someone else has ended it, who may do it again.
    const isKilled = signal === 'SIGKILL' || signal === 'SIGTERM'
    const failures = (this.#failures.get(index) ?? 0) + (isKilled ? 0 : 1)
    this.#failures.set(index, failures)
    const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
    if (!this.#hasStarted || failures > FAILURES_MAX) {
      this.#fail(new WorkerEndedError(`worker ${index} ${how}`, code !== null))
      return
    }
    process.stderr.write(`warning: worker ${index} ${how}, and is started again\n`)
    void this.#startWorker(index)
  }

  #answer(index: number, question: WorkerQuestion): unknown {
    switch (question.kind) {
      case 'store':
        return askStore(this.#store, question)
      case 'listen':
        return this.#listen(index)
      case 'metrics':
      case 'health':
        return Promise.all(this.#workers.map((worker) => answerInTime(worker, question)))
    }
  }

  async #listen(index: number): Promise<ListenAnswer> {
    const { port, host } = this.#options
    this.#address ??= this.#acceptor.listen(port, host)
    return { address: await this.#address, keys: this.#store.keysOf(index) }
  }
}

/** @returns undefined if a worker is started again, hangs, or ends */
async function answerInTime(worker: WorkerProcess, question: SupervisorQuestion): Promise<unknown> {
  if (!worker.isReady) return undefined
  const late = sleep(ANSWER_MS, undefined, { ref: false })
  return Promise.race([worker.ask(question).catch(() => undefined), late])
}

/** Windows has named pipes instead. */
function socketPath(folder: string, worker: number): string {
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\ommer-${randomUUID()}`
    : join(folder, `${worker}.sock`)
}
