import { type CallError, CostlyCallError, callServerError } from '../../chain/calls/callError.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import type { JobRequest } from './callMessages.ts'
import type { CallClient } from './callRunner.ts'
import { CallThread, type CallThreadOptions, type JobOutcome } from './callThread.ts'
import { FairQueue } from './fairQueue.ts'
import { formatGoDuration } from './formatGoDuration.ts'
import type { JobAnswers } from './jobAnswers.ts'
import { PausableTimer } from './pausableTimer.ts'

export interface CallPoolOptions extends CallThreadOptions {
  /** how many jobs run at once, each in a thread of its own */
  readonly threadsMax: number
  /** in milliseconds: after how long a job is ended; 0 for no limit */
  readonly timeoutMs: number
  /** in milliseconds: how long a thread without work is kept */
  readonly idleMs: number
}

/** Why a job was aborted. */
export type AbortReason = 'timeout' | 'disconnected'

interface QueuedJob {
  readonly client: CallClient
  readonly request: () => JobRequest
  readonly answers: JobAnswers
  readonly resolve: (outcome: JobOutcome) => void
  readonly reject: (error: unknown) => void
}

/** How often the pool checks for clients that have disconnected, in milliseconds. */
const CHECK_MS = 100

/**
 * Runs jobs in worker threads. A client has one job at a time in progress, and clients take turns for threads, so that a
 * client waits for others only when as many of them as there are threads have a job in progress.
 */
export class CallPool {
  readonly #options: CallPoolOptions
  readonly #waiting = new FairQueue<QueuedJob>()
  readonly #running = new Map<CallThread, QueuedJob>()
  /** with the timer that ends each */
  readonly #idle = new Map<CallThread, NodeJS.Timeout>()
  readonly #busyClients = new Set<object>()
  /** ends of threads that are in progress */
  readonly #ending = new Set<Promise<void>>()
  readonly #aborted = new Map<AbortReason, number>()
  #check: NodeJS.Timeout | undefined
  #isStarting = false
  #isClosed = false

  constructor(options: CallPoolOptions) {
    this.#options = options
  }

  /** How many threads exist. */
  get threadCount(): number {
    return this.#running.size + this.#idle.size
  }

  /** How many jobs run. */
  get runningCount(): number {
    return this.#running.size
  }

  /** How many jobs wait for a thread. */
  get waitingCount(): number {
    return this.#waiting.length
  }

  /** How many jobs were aborted, by reason. */
  get aborted(): ReadonlyMap<AbortReason, number> {
    return this.#aborted
  }

  /**
   * Runs a job.
   *
   * @param request makes what is sent to the thread, when there is one: with copies of whole blocks, those of thousands of
   *   waiting jobs would take gigabytes
   * @throws {CallError} where it takes too long or its thread runs out of memory
   */
  run(client: CallClient, request: () => JobRequest, answers: JobAnswers): Promise<JobOutcome> {
    if (this.#isClosed) return Promise.reject(closedError())
    return new Promise((resolve, reject) => {
      this.#waiting.push(client.connection, { client, request, answers, resolve, reject })
      this.#check ??= setInterval(() => this.#endDisconnected(), CHECK_MS).unref()
      this.#startNext()
    })
  }

  /** Ends all threads. Jobs in progress fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.remove(() => true)) reject(closedError())
    for (const thread of this.#running.keys()) this.#end(thread, closedError())
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer)
      this.#end(thread, closedError())
    }
    this.#idle.clear()
    this.#stopChecking()
    await Promise.all(this.#ending)
  }

  #startNext(): void {
    while (this.#running.size < this.#options.threadsMax) {
      if (this.#idle.size === 0 && this.#isStarting) return
      const job = this.#waiting.take((client) => !this.#busyClients.has(client))
      if (job === undefined) return
      try {
        const request = job.request()
        void this.#runIn(this.#idleThread(request) ?? this.#startThread(), request, job)
      } catch (error) {
        // The input cannot be copied, or the system has no more threads or memory.
        job.reject(error)
      }
    }
  }

  async #runIn(thread: CallThread, request: JobRequest, job: QueuedJob): Promise<void> {
    const { client, answers, resolve, reject } = job
    const { timeoutMs = this.#options.timeoutMs } = client
    this.#running.set(thread, job)
    this.#busyClients.add(client.connection)
    const timer =
      timeoutMs === 0
        ? undefined
        : new PausableTimer(timeoutMs, () => {
            const message = `execution aborted (timeout = ${formatGoDuration(timeoutMs)})`
            this.#abort(thread, 'timeout', new CostlyCallError(message))
          })
    try {
      resolve(await thread.run(request, answers, timer))
    } catch (error) {
      reject(error)
    }
    timer?.stop()
    this.#running.delete(thread)
    this.#busyClients.delete(client.connection)
    this.#waiting.defer(client.connection)
    if (thread.isAlive) this.#keep(thread)
    this.#startNext()
    if (this.#running.size === 0 && this.#waiting.length === 0) this.#stopChecking()
  }

  /**
   * The one that has run a job on the same state last, which may have kept the replay of a block, or the one that was used
   * last, so that the others become superfluous.
   */
  #idleThread({ stateName }: JobRequest): CallThread | undefined {
    const threads = [...this.#idle.keys()]
    const thread = threads.findLast((each) => each.stateName === stateName) ?? threads.at(-1)
    if (thread === undefined) return undefined
    clearTimeout(this.#idle.get(thread))
    this.#idle.delete(thread)
    return thread
  }

  #startThread(): CallThread {
    const thread = new CallThread(this.#options, () => {
      clearTimeout(this.#idle.get(thread))
      this.#idle.delete(thread)
    })
    // One after another: each start takes the main thread some milliseconds.
    this.#isStarting = true
    void thread.started.then(() => {
      this.#isStarting = false
      this.#startNext()
    })
    return thread
  }

  #keep(thread: CallThread): void {
    const end = () => {
      this.#idle.delete(thread)
      this.#end(thread, closedError())
    }
    this.#idle.set(thread, setTimeout(end, this.#options.idleMs).unref())
  }

  #endDisconnected(): void {
    const gone = this.#waiting.remove(({ client }) => client.isClosed())
    if (gone.length > 0) void rejectInTurns(gone, disconnectedError)
    for (const [thread, { client }] of this.#running) {
      if (client.isClosed()) this.#abort(thread, 'disconnected', disconnectedError())
    }
  }

  #abort(thread: CallThread, reason: AbortReason, error: CallError): void {
    if (!thread.abort(error)) return
    this.#aborted.set(reason, (this.#aborted.get(reason) ?? 0) + 1)
  }

  #end(thread: CallThread, error: CallError): void {
    const ending = thread.end(error)
    this.#ending.add(ending)
    void ending.finally(() => this.#ending.delete(ending))
  }

  #stopChecking(): void {
    clearInterval(this.#check)
    this.#check = undefined
  }
}

/** How many jobs fail in one round of the event loop: the error of each is a response and a line of the log. */
const REJECTED_MAX = 100

async function rejectInTurns(jobs: readonly QueuedJob[], error: () => CallError): Promise<void> {
  for (const [index, { reject }] of jobs.entries()) {
    if (index % REJECTED_MAX === REJECTED_MAX - 1) await yieldToEventLoop()
    reject(error())
  }
}

/** No client reads this message; it appears in the log. */
export function disconnectedError(): CallError {
  return callServerError('the client has disconnected')
}

function closedError(): CallError {
  return callServerError('the server is closed')
}
