import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, type EntryHead, entryFromJson, type Unnumbered } from '../journal/entry.ts'
import { Journal } from '../journal/journal.ts'
import type { JournalError } from '../journal/journalError.ts'
import type { JournalHeader } from '../journal/journalHeader.ts'
import { TemporaryFolder } from '../journal/temporaryFolder.ts'
import { OmmerError } from '../primitives/errors.ts'
import { SerialQueue } from '../primitives/serialQueue.ts'
import { leaderOf } from '../server/leaderOf.ts'
import { type ResolvedServeOptions, rootKeyOf } from '../server/resolveServeOptions.ts'
import { Acceptor, type Opened } from './acceptor.ts'
import { followsIn } from './follows.ts'
import { GrowthClock } from './growthClock.ts'
import { Owners } from './owners.ts'
import type {
  AppendAnswer,
  JournalAnswer,
  PrimaryQuestion,
  WorkerHealth,
  WorkerQuestion,
} from './workerMessages.ts'
import { WorkerProcess } from './workerProcess.ts'

/** A worker that has ended that often before it could serve is not started again. */
const FAILURES_MAX = 3

/** How long workers may take to stop, besides the time that they give to requests in progress. */
const STOP_MS = 5000

type Question<Kind> = Extract<WorkerQuestion, { readonly kind: Kind }>

/** A worker has ended, and is not started again. */
export class WorkerEndedError extends OmmerError {
  /** whether it has written why */
  readonly isReported: boolean

  constructor(message: string, isReported: boolean) {
    super('WORKER_ENDED', message)
    this.isReported = isReported
  }
}

/** Starts the workers of a group, gives them their connections, and keeps their journal. */
export class Primary {
  readonly #options: ResolvedServeOptions
  readonly #owners: Owners
  readonly #workers: readonly WorkerProcess[]
  readonly #growth = new GrowthClock()
  readonly #acceptor: Acceptor
  readonly #folder = new TemporaryFolder('workers')
  /** by worker, where it takes requests that others pass on */
  readonly #sockets: readonly string[]
  /** how long the chain is in the worker that has the longest, once it has grown */
  #height = 0
  #address: Promise<string> | undefined
  #journal: Promise<{ readonly journal: Journal; readonly header: JournalHeader }> | undefined
  /** the last endpoint that was created: one after the other, because each looks whether the key is used */
  readonly #creations = new SerialQueue()
  /** by worker, how often it has ended since it last could serve */
  readonly #failures = new Map<number, number>()
  /** whether all workers could serve at some time */
  #hasStarted = false
  #isStopping = false
  /** Is rejected if the group cannot go on. */
  readonly failure: Promise<never>
  #fail: (error: WorkerEndedError) => void = () => {}
  #beReady: (text: string) => void = () => {}
  #whenStopped: (() => void) | undefined
  #text = ''

  /** @param count of workers, at least 1 */
  constructor(count: number, options: ResolvedServeOptions) {
    this.#options = options
    this.failure = new Promise((_, reject) => {
      this.#fail = reject
    })
    // Whoever waits for it is told.
    this.failure.catch(() => {})
    const pairs = options.apiKeys.flatMap(({ key, endpointOf }) =>
      endpointOf === undefined ? [] : [[key, endpointOf] as const],
    )
    this.#owners = new Owners(count, pairs)
    this.#workers = Array.from({ length: count }, (_, index) => this.#createWorker(index))
    this.#sockets = this.#workers.map((_, index) => socketPath(this.#folder.path, index))
    const { connections } = options.limits
    this.#acceptor = new Acceptor(rootKeyOf(options), count * connections, (opened, socket) => {
      this.#workerFor(opened).take(opened.head, socket)
    })
  }

  /**
   * Starts the workers: first one, which generates the chain, and then the others.
   *
   * @returns what the first one prints
   * @throws {WorkerEndedError} if one of them cannot start
   */
  start(): Promise<string> {
    const ready = new Promise<string>((resolve) => {
      this.#beReady = resolve
    })
    this.#startWorker(0)
    return Promise.race([ready, this.failure])
  }

  /** Stops listening, and ends all workers, which answer the requests in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#acceptor.close()
    const ended = new Promise<void>((resolve) => {
      this.#whenStopped = resolve
    })
    for (const worker of this.#workers) worker.stop()
    const timer = setTimeout(
      () => {
        for (const worker of this.#workers) worker.kill()
      },
      STOP_MS + this.#options.limits.closeSeconds * 1000,
    )
    if (this.#areRunning) await ended
    clearTimeout(timer)
    const opened = await this.#journal?.catch(() => undefined)
    opened?.journal.close()
    this.#folder.remove()
  }

  get #areRunning(): boolean {
    return this.#workers.some(({ pid }) => pid !== undefined)
  }

  #createWorker(index: number): WorkerProcess {
    return new WorkerProcess({
      answer: (question) => this.#answer(index, question),
      receive: ({ head }) => this.#note(head),
      ready: (text) => this.#onReady(index, text),
      ended: (code, signal) => this.#onEnd(index, code, signal),
    })
  }

  /** The main branch has become longer in a worker. */
  #note(head: EntryHead): void {
    // Others may have told it before.
    if (head.number <= this.#height) return
    this.#height = head.number
    void this.#journal?.then(({ journal }) => journal.chainGrew(head))
  }

  /** The worker that gets a connection: one without a key is, for example, for `/health`. */
  #workerFor({ key }: Opened): WorkerProcess {
    if (key !== undefined) return this.#ownerOf(key)
    const ready = this.#workers.find(({ isReady }) => isReady)
    return ready ?? (this.#workers[0] as WorkerProcess)
  }

  #startWorker(index: number): void {
    const sockets = this.#sockets
    // A process that was killed has left it.
    rmSync(sockets[index] as string, { force: true })
    const count = this.#workers.length
    const follows = this.#owners.pairs
    const cache = join(this.#folder.path, 'chains')
    this.#workers[index]?.start({ kind: 'start', index, count, sockets, follows, cache })
  }

  #onReady(index: number, text: string): void {
    this.#failures.delete(index)
    if (index === 0 && this.#text === '') {
      this.#text = text
      for (let other = 1; other < this.#workers.length; other++) this.#startWorker(other)
    }
    if (this.#hasStarted || !this.#workers.every(({ isReady }) => isReady)) return
    this.#hasStarted = true
    this.#beReady(this.#text)
  }

  #onEnd(index: number, code: number | null, signal: string | null): void {
    if (this.#isStopping) {
      if (!this.#areRunning) this.#whenStopped?.()
      return
    }
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
    this.#startWorker(index)
  }

  #answer(index: number, question: WorkerQuestion): unknown {
    switch (question.kind) {
      case 'openJournal':
        return this.#openJournal(index, question)
      case 'listen':
        this.#address ??= this.#acceptor.listen(this.#options.port, this.#options.host)
        return this.#address
      case 'append':
        return this.#append(question.json)
      case 'requireWritable':
        return this.#problemOf(question.key)
      case 'create':
        return this.#creations.run(() => this.#create(question))
      case 'close':
        return this.#ownerOf(question.key).ask(question)
      case 'metrics':
        return this.#askAll(question)
      case 'health':
        return this.#health()
      case 'grow':
        return this.#growth.next(question.height, question.intervalMs)
    }
  }

  /** Answers with the entries of the endpoints that the worker owns. */
  async #openJournal(
    index: number,
    { header, bytesMax }: Question<'openJournal'>,
  ): Promise<JournalAnswer> {
    this.#journal ??= this.#firstOpening(header, bytesMax)
    const opened = await this.#journal
    const entries = opened.journal.read().filter((entry) => this.#isFor(index, entry))
    return { header: opened.header, entries, follows: this.#owners.pairs }
  }

  async #firstOpening(header: JournalHeader, bytesMax: number) {
    const { journal: path } = this.#options
    const opened = await Journal.open({ path, header, bytesMax })
    // Workers get the entries as they are in the journal, with those that a compact one would not have.
    this.#noteFollows(opened.journal.read())
    opened.journal.begin()
    return opened
  }

  #isFor(index: number, entry: Entry): boolean {
    return 'chain' in entry || this.#owners.of(entry.endpoint) === index
  }

  #noteFollows(entries: readonly Entry[]): void {
    for (const [key, leader] of followsIn(entries)) this.#owners.follow(key, leader)
  }

  async #append(json: string): Promise<AppendAnswer> {
    const { sequence: _, ...entry } = entryFromJson(json)
    // Both are in one worker already, and stay together.
    this.#noteFollows([entry as Entry])
    const opened = await this.#journal
    opened?.journal.add(entry as Unnumbered)
    return 'endpoint' in entry ? this.#problemOf(entry.endpoint) : { problem: undefined }
  }

  async #problemOf(key: string): Promise<AppendAnswer> {
    try {
      const opened = await this.#journal
      opened?.journal.requireWritable(key)
      return { problem: undefined }
    } catch (error) {
      const { code, message } = error as JournalError
      return { problem: { code, message } }
    }
  }

  async #create({ key, options }: Question<'create'>): Promise<unknown> {
    const leader = leaderOf(options)
    const owner = this.#ownerOf(key)
    if (leader !== undefined && owner !== this.#ownerOf(leader)) {
      const exists = await owner.ask({ kind: 'exists', key })
      if (!exists) {
        this.#requireAlone(key)
        this.#owners.follow(key, leader)
        await this.#askAll({ kind: 'follow', key, leader })
        // One that is being started learns of it before its first connection. If it ends, the next one is told at its start.
        for (const worker of this.#workers) {
          if (!worker.isReady) worker.ask({ kind: 'follow', key, leader }).catch(() => {})
        }
      }
    }
    return this.#ownerOf(key).ask({ kind: 'create', key, options })
  }

  /** Otherwise, requests for endpoints that exist would go to another worker from now on. */
  #requireAlone(key: string): void {
    if (this.#owners.isAlone(key)) return
    const problem = `endpoint '${key}' has lagged behind another one, or been followed, in another worker (--workers): an endpoint with lag.behind needs a new key`
    throw new OmmerError('ENDPOINT_EXISTS', problem)
  }

  #ownerOf(key: string): WorkerProcess {
    return this.#workers[this.#owners.of(key)] as WorkerProcess
  }

  /** Those that are being started again do not answer. */
  #askAll(question: PrimaryQuestion): Promise<readonly unknown[]> {
    const ready = this.#workers.filter(({ isReady }) => isReady)
    return Promise.all(ready.map((worker) => worker.ask(question)))
  }

  async #health(): Promise<readonly WorkerHealth[]> {
    return Promise.all(
      this.#workers.map(async (worker, index) => {
        const none = { index, pid: null, head: null, requests: null }
        if (!worker.isReady) return none
        return worker.ask({ kind: 'health' }).catch(() => none) as Promise<WorkerHealth>
      }),
    )
  }
}

/** Windows has named pipes instead. */
function socketPath(folder: string, worker: number): string {
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\ommer-${randomUUID()}`
    : join(folder, `${worker}.sock`)
}
