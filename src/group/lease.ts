import { setTimeout as sleep } from 'node:timers/promises'
import type { GroupStore, Member, Renewed } from './groupStore.ts'
import { StoreUnreachableError } from './storeUnreachableError.ts'

/** After how long without a sign of life others may take over the endpoints of a member. */
const ALIVE_MS = 3000

/** A member stops before others begin, even if its clock is slower. */
const MARGIN_MS = 500

/** How often a member says that it is alive, and how often it tries if that fails. */
const RENEW_MS = 500
const RETRY_MS = 100

interface LeaseEvents {
  /** Throws if the journal is not the one with which the member has started. */
  check(renewed: Renewed): void
  /** The member was not alive for others: they may own what it has owned. It must not reject for good. */
  onGone(renewed: Renewed): Promise<void>
  onRenewed(renewed: Renewed): void
}

/** The time in which no other member can take over what this one owns. */
export class Lease {
  readonly #store: GroupStore
  readonly #member: Member
  readonly #events: LeaseEvents
  readonly #ended = new AbortController()
  /** by the clock of `performance` */
  #validUntil = 0
  #waiting: (() => void)[] = []
  /** why it was not renewed the last time; undefined if it was */
  #problem: unknown

  constructor(store: GroupStore, member: Member, events: LeaseEvents) {
    this.#store = store
    this.#member = member
    this.#events = events
    void this.#renew()
  }

  get isValid(): boolean {
    return performance.now() < this.#validUntil
  }

  /** Why it was not renewed the last time; undefined if it was. */
  get problem(): unknown {
    return this.#problem
  }

  /**
   * Waits until it is valid, or it is known that waiting does not help.
   *
   * @param end by the clock of `performance`: how long at most
   */
  async whenValid(end: number): Promise<boolean> {
    while (!this.isValid && !this.#isRefused && performance.now() < end) {
      const renewed = new Promise<void>((resolve) => this.#waiting.push(resolve))
      await Promise.race([renewed, sleep(end - performance.now(), undefined, { ref: false })])
    }
    return this.isValid
  }

  /** Another one was told that it has ended. */
  expire(): void {
    this.#validUntil = 0
  }

  close(): void {
    this.#ended.abort()
  }

  /** A store that does not answer may do so soon. */
  get #isRefused(): boolean {
    return this.#problem !== undefined && !(this.#problem instanceof StoreUnreachableError)
  }

  async #renew(): Promise<void> {
    const { signal } = this.#ended
    while (!signal.aborted) {
      const sent = performance.now()
      let wait = RENEW_MS
      try {
        const renewed = await this.#store.renew(this.#member, ALIVE_MS)
        this.#events.check(renewed)
        if (renewed.wasGone || !this.isValid) {
          this.#validUntil = 0
          await this.#events.onGone(renewed)
        }
        this.#validUntil = sent + ALIVE_MS - MARGIN_MS
        this.#problem = undefined
        this.#events.onRenewed(renewed)
      } catch (error) {
        this.#problem = error
        if (this.#isRefused) this.#validUntil = 0
        wait = RETRY_MS
      }
      for (const resume of this.#waiting.splice(0)) resume()
      await sleep(wait, undefined, { signal }).catch(() => {})
    }
  }
}
