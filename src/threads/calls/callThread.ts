import { MessageChannel, type Worker, type WorkerOptions } from 'node:worker_threads'
import { CallError, CostlyCallError } from '../../chain/calls/callError.ts'
import { afterMisses, type Miss, missOf } from '../../primitives/miss.ts'
import { WitnessError } from '../../primitives/witnessError.ts'
import {
  ABORTED,
  ANSWERED,
  type JobReply,
  type JobRequest,
  type Question,
  type SentAnswer,
  type SentError,
  type WorkerSetup,
} from './callMessages.ts'
import type { JobAnswers } from './jobAnswers.ts'

/** Starts a worker thread that serves jobs. */
export type StartWorker = (options: WorkerOptions) => Worker

/** What a job in a worker has led to. */
export interface JobOutcome {
  /** throws the error of a job that failed */
  readonly result: () => unknown
  /** whether it could have run in the main thread */
  readonly isShort: boolean
  /** what its code has printed */
  readonly printed: readonly Uint8Array[]
}

interface CurrentJob {
  readonly answers: JobAnswers
  readonly clock: JobClock | undefined
  readonly resolve: (outcome: JobOutcome) => void
  readonly reject: (error: unknown) => void
  /** why it was aborted */
  aborted?: { readonly reason: unknown; readonly timer: NodeJS.Timeout }
  /** ends a wait for something to be read */
  endWait?: (reason: unknown) => void
  /** why something that it needs could not be read */
  unread?: { readonly reason: unknown }
}

/** What measures how long a job takes. */
export interface JobClock {
  /** The job waits for another network. */
  pause(): void
  resume(): void
}

export interface CallThreadOptions {
  readonly start: StartWorker
  /** the heap of a thread, in mebibytes; the memory of contracts is outside of it, where gas bounds it */
  readonly heapMebibytes: number
  /** in milliseconds: how long an aborted job may take until it notices, before its thread is terminated */
  readonly abortMs: number
}

/** A worker thread that runs one job at a time. */
export class CallThread {
  readonly #worker: Worker
  readonly #abortMs: number
  readonly #signals = new Int32Array(new SharedArrayBuffer(8))
  readonly #exited: Promise<void>
  /** resolves when the thread runs, or has ended */
  readonly started: Promise<unknown>
  #job: CurrentJob | undefined
  #isAlive = true
  #stateName: string | undefined

  /** @param onExit is called when it has ended, for whatever reason */
  constructor({ start, heapMebibytes, abortMs }: CallThreadOptions, onExit: () => void) {
    const signals = this.#signals
    this.#abortMs = abortMs
    const { port1: answers, port2: port } = new MessageChannel()
    const worker = start({
      workerData: { port, signals } satisfies WorkerSetup,
      transferList: [port],
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
    })
    this.#worker = worker
    const send = (sent: SentAnswer) => {
      answers.postMessage(sent)
      Atomics.store(signals, ANSWERED, 1)
      Atomics.notify(signals, ANSWERED)
    }
    answers.on('message', (question: Question) => void this.#answer(question, send))
    worker.on('message', (reply: JobReply) => this.#finish(reply))
    worker.on('error', (error) => this.#fail(toCallError(error)))
    this.#exited = new Promise((resolve) => {
      worker.on('exit', (code) => {
        this.#isAlive = false
        answers.close()
        this.#fail(new Error(`the worker thread of a call exited with code ${code}`))
        resolve()
        onExit()
      })
    })
    const online = new Promise((resolve) => worker.once('online', resolve))
    this.started = Promise.race([online, this.#exited])
    // Threads must not keep a program alive that has nothing else to do.
    worker.unref()
    answers.unref()
  }

  /** Whether it can run jobs. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  /** The name of the state on which its last job has run. */
  get stateName(): string | undefined {
    return this.#stateName
  }

  /** @throws if it ends before its job */
  run(request: JobRequest, answers: JobAnswers, clock?: JobClock): Promise<JobOutcome> {
    this.#stateName = request.stateName
    return new Promise((resolve, reject) => {
      this.#job = { answers, clock, resolve, reject }
      this.#worker.postMessage(request)
    })
  }

  /**
   * Has the job end soon. The thread is kept if the job notices: starting another takes as long as many calls.
   *
   * @param reason with which the job fails
   * @returns false if it was aborted before
   */
  abort(reason: unknown): boolean {
    const job = this.#job
    if (job === undefined || job.aborted !== undefined) return false
    Atomics.store(this.#signals, ABORTED, 1)
    job.aborted = { reason, timer: setTimeout(() => void this.end(reason), this.#abortMs).unref() }
    job.endWait?.(reason)
    return true
  }

  /**
   * Ends the thread at once.
   *
   * @param reason with which its job fails
   */
  async end(reason: unknown): Promise<void> {
    this.#isAlive = false
    this.#fail(reason)
    void this.#worker.terminate()
    await this.#exited
  }

  async #answer(question: Question, send: (sent: SentAnswer) => void): Promise<void> {
    const job = this.#job
    if (job === undefined) return
    try {
      const answer = job.answers.answer(question)
      send({ answer: answer instanceof Promise ? await answer : answer })
    } catch (error) {
      const miss = missOf(error)
      if (miss !== undefined) await this.#answerLater(job, miss, question, send)
      else {
        if (error instanceof WitnessError) job.unread = { reason: error }
        send({ failure: String(error) })
      }
    }
  }

  /** Answers once what is missing was read. */
  async #answerLater(
    job: CurrentJob,
    miss: Miss,
    question: Question,
    send: (sent: SentAnswer) => void,
  ): Promise<void> {
    const ended = new Promise<never>((_, reject) => {
      job.endWait = reject
    })
    job.clock?.pause()
    try {
      const answered = miss.fill().then(() => afterMisses(() => job.answers.answer(question)))
      send({ answer: await Promise.race([answered, ended]) })
    } catch (reason) {
      job.unread = { reason }
      send({ failure: String(reason) })
    } finally {
      job.endWait = () => {}
      job.clock?.resume()
    }
  }

  #finish(reply: JobReply): void {
    const job = this.#takeJob()
    if (job?.aborted !== undefined) {
      job.reject(job.aborted.reason)
      return
    }
    if (job?.unread !== undefined) {
      job.reject(job.unread.reason)
      return
    }
    const { isShort, printed } = reply
    const result = () => {
      if ('error' in reply) throw fromSent(reply.error)
      return reply.result
    }
    job?.resolve({ result, isShort, printed })
  }

  #fail(reason: unknown): void {
    this.#isAlive = false
    this.#takeJob()?.reject(reason)
  }

  #takeJob(): CurrentJob | undefined {
    const job = this.#job
    this.#job = undefined
    clearTimeout(job?.aborted?.timer)
    Atomics.store(this.#signals, ABORTED, 0)
    return job
  }
}

function fromSent({ code, message, data, stack }: SentError): Error {
  if (code !== undefined) return new CallError(code, message, data)
  // A bug: the error names the place in the worker.
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}

function toCallError(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown }
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new CostlyCallError('execution aborted (out of memory)')
    : error
}
