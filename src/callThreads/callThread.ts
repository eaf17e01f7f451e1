import { MessageChannel, type Worker, type WorkerOptions } from 'node:worker_threads'
import { CallError } from '../chain/calls/callError.ts'
import type { JobAnswers } from './jobAnswers.ts'
import type {
  JobReply,
  JobRequest,
  Question,
  SentAnswer,
  SentError,
  WorkerSetup,
} from './messages.ts'

/** Starts a worker thread that serves jobs. */
export type StartWorker = (options: WorkerOptions) => Worker

/** What a job in a worker has led to. */
export interface JobOutcome {
  /** throws the error of a job that failed */
  readonly result: () => unknown
  /** whether it could have run in the main thread */
  readonly isShort: boolean
}

interface CurrentJob {
  readonly answers: JobAnswers
  readonly resolve: (outcome: JobOutcome) => void
  readonly reject: (error: unknown) => void
}

/** geth's code for errors that have no code of their own */
const SERVER_ERROR = -32000

/** A worker thread that runs one job at a time. */
export class CallThread {
  readonly #worker: Worker
  readonly #exited: Promise<void>
  /** resolves when the thread runs, or has ended */
  readonly started: Promise<unknown>
  #job: CurrentJob | undefined
  #isAlive = true

  /** @param onExit is called when it has ended, for whatever reason */
  constructor(
    { start, heapMebibytes }: { readonly start: StartWorker; readonly heapMebibytes: number },
    onExit: () => void,
  ) {
    const signal = new Int32Array(new SharedArrayBuffer(4))
    const { port1: answers, port2: port } = new MessageChannel()
    const worker = start({
      workerData: { port, signal } satisfies WorkerSetup,
      transferList: [port],
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
    })
    this.#worker = worker
    const send = (sent: SentAnswer) => {
      answers.postMessage(sent)
      Atomics.store(signal, 0, 1)
      Atomics.notify(signal, 0)
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

  /** @throws if it ends before its job */
  run(request: JobRequest, answers: JobAnswers): Promise<JobOutcome> {
    return new Promise((resolve, reject) => {
      this.#job = { answers, resolve, reject }
      this.#worker.postMessage(request)
    })
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
      send({ failure: String(error) })
    }
  }

  #finish(reply: JobReply): void {
    const job = this.#job
    this.#job = undefined
    const { isShort } = reply
    const result = () => {
      if ('error' in reply) throw fromSent(reply.error)
      return reply.result
    }
    job?.resolve({ result, isShort })
  }

  #fail(reason: unknown): void {
    this.#isAlive = false
    const job = this.#job
    this.#job = undefined
    job?.reject(reason)
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
    ? new CallError(SERVER_ERROR, 'execution aborted (out of memory)')
    : error
}
