import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { SigningRules } from '../../pool/sentSender.ts'
import type { Hex } from '../../primitives/hex.ts'
import { startThread } from '../startThread.ts'
import type { SenderJob } from './senderMessages.ts'
import { SharedSenders } from './sharedSenders.ts'

export interface SenderThreadOptions {
  /** how many transactions are seen before the thread starts */
  readonly seenMin: number
  /** in milliseconds: how long it is kept without work */
  readonly idleMs: number
  /** how many threads can run at once */
  readonly processors: number
  readonly start: () => Worker
}

const DEFAULTS: SenderThreadOptions = {
  // Starting the thread takes about as long as recovering so many senders.
  seenMin: 500,
  idleMs: 30_000,
  processors: availableParallelism(),
  start: () => startThread('senderWorker'),
}

/**
 * Recovers senders of transactions in a thread of its own while the main thread begins with others, as geth does
 * (core/sender_cacher.go): that takes a quarter of the time of a transaction that is sent with others.
 */
export class SenderThread {
  readonly #options: SenderThreadOptions
  #seen = 0
  #thread: Worker | undefined
  /** what it was asked for last */
  #last: SharedSenders | undefined
  #idle: NodeJS.Timeout | undefined
  #isBroken = false

  constructor(options: Partial<SenderThreadOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options }
  }

  /**
   * Begins to recover senders.
   *
   * @param encoded as for `eth_sendRawTransaction`, unchecked
   * @returns undefined if the caller has to recover all of them
   */
  begin(encoded: readonly Hex[], rules: SigningRules): SharedSenders | undefined {
    const { seenMin, processors } = this.#options
    this.#seen += encoded.length
    // On one processor, the threads would only take turns.
    if (this.#seen < seenMin || processors < 2 || this.#isBroken) return undefined
    // One batch at a time: others would only wait, and so would the copies of their transactions.
    if (this.#last?.isFinished === false) return undefined
    try {
      this.#thread ??= this.#start()
    } catch {
      // The system has no more threads or memory, or this process may not start any.
      this.#isBroken = true
      return undefined
    }
    const senders = SharedSenders.create(encoded.length)
    const { chainId, hasReplayProtection } = rules
    const { memory } = senders
    const job: SenderJob = { encoded, rules: { chainId, hasReplayProtection }, memory }
    this.#thread.postMessage(job)
    this.#last = senders
    this.#endWhenIdle()
    return senders
  }

  /** Ends the thread; the next transactions start it again. */
  async close(): Promise<void> {
    const thread = this.#thread
    this.#forget()
    await thread?.terminate()
  }

  #forget(): void {
    clearTimeout(this.#idle)
    this.#thread = undefined
    this.#last = undefined
  }

  #start(): Worker {
    const thread = this.#options.start()
    // It must not keep a program alive that has nothing else to do.
    thread.unref()
    thread.on('error', () => {
      this.#isBroken = true
    })
    thread.on('exit', () => {
      if (this.#thread === thread) this.#forget()
    })
    return thread
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.close(), this.#options.idleMs).unref()
  }
}
