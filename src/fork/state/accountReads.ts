import { setMaxListeners } from 'node:events'
import pLimit from 'p-limit'
import { accountAt } from '../../chain/state/stateReads.ts'
import type { Hex } from '../../primitives/hex.ts'
import { missOf } from '../../primitives/miss.ts'
import type { RecordClock } from '../../record/recordClock.ts'
import { inTime, late, silent } from '../inTime.ts'
import type { NetworkState } from './networkState.ts'

/** How many accounts are read at once: other requests to the node need room beside them. */
const AT_ONCE = 12

interface Attempt {
  readonly done: Promise<void>
  readonly end: AbortController
  /** how many wait for it */
  waiting: number
}

/** Reads what the accounts of a fork have whose keys are known, so that changes of them need no node. */
export class AccountReads {
  readonly #accounts: readonly { readonly address: Hex }[]
  readonly #state: NetworkState
  readonly #clock: RecordClock
  /** the one in progress, for which all wait: several would ask for the same */
  #attempt: Attempt | undefined

  /** @param state of the first block of the fork */
  constructor(
    accounts: readonly { readonly address: Hex }[],
    state: NetworkState,
    clock: RecordClock,
  ) {
    this.#accounts = accounts
    this.#state = state
    this.#clock = clock
  }

  /**
   * Reads them, unless that was done. An attempt that fails, or for which nobody waits any more, ends its requests.
   *
   * @param signal ends the wait
   * @throws {OmmerError} if a node does not give them, or not in time; the next attempt asks again
   */
  async read(signal: AbortSignal | undefined): Promise<void> {
    if (this.#accounts.length === 0) return
    signal?.throwIfAborted()
    this.#attempt ??= this.#begin()
    const attempt = this.#attempt
    attempt.waiting++
    const left = new AbortController()
    try {
      await Promise.race([attempt.done, ...(signal ? [rejection(signal, left.signal)] : [])])
    } finally {
      left.abort()
      if (--attempt.waiting === 0) this.#end(attempt, signal?.reason)
    }
  }

  #begin(): Attempt {
    const end = new AbortController()
    setMaxListeners(0, end.signal)
    const attempt = { done: this.#readAll(end), end, waiting: 0 }
    attempt.done.then(
      () => this.#end(attempt),
      (error) => this.#end(attempt, error),
    )
    return attempt
  }

  #end(attempt: Attempt, reason?: unknown): void {
    if (this.#attempt === attempt) this.#attempt = undefined
    attempt.end.abort(reason)
  }

  async #readAll({ signal }: AbortController): Promise<void> {
    const limit = pLimit(AT_ONCE)
    const reads = this.#accounts.map(({ address }) => limit(() => this.#readOne(address, signal)))
    const until = (read: Promise<unknown>) => (ended: AbortSignal) =>
      Promise.race([read, rejection(ended)])
    const all = Promise.all(reads)
    // It fails unseen if the first wait fails.
    all.catch(() => {})
    await inTime(this.#clock, signal, silent, until(Promise.race(reads)))
    await inTime(this.#clock, signal, late, until(all))
  }

  async #readOne(address: Hex, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    try {
      accountAt(this.#state.trie, address)
    } catch (error) {
      if (missOf(error) === undefined) throw error
      await this.#state.readAccountUntil(address, signal)
    }
  }
}

/** Rejects when a signal is aborted, until another one is. */
function rejection(signal: AbortSignal, until?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const options = until && { signal: until }
    signal.addEventListener('abort', () => reject(signal.reason), options)
  })
}
