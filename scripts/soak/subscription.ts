/** What subscribed clients received. */
export interface NotificationTally {
  visits: number
  heads: number
  logs: number
  /** of these, removed logs */
  removed: number
  wrong: number
  readonly examples: string[]
}

export function emptyNotificationTally(): NotificationTally {
  return { visits: 0, heads: 0, logs: 0, removed: 0, wrong: 0, examples: [] }
}

interface Notification {
  readonly hash?: string
  readonly blockHash?: string
  readonly logIndex?: string
  readonly removed?: boolean
}

/** The notifications of `newHeads` and `logs` that one client received. */
export class Subscription {
  readonly #heads: string[] = []
  /** by block and index: the logs on the chain, according to the notifications so far */
  readonly #logs = new Set<string>()
  readonly #problems: string[] = []
  #logCount = 0
  #removedCount = 0

  /** Takes each message. */
  take(message: string): void {
    const { method, params } = JSON.parse(message) as {
      readonly method?: string
      readonly params?: { readonly result: Notification }
    }
    if (method !== 'eth_subscription' || params === undefined) return
    const { hash, blockHash = '', logIndex, removed } = params.result
    if (hash !== undefined) this.#heads.push(hash)
    else this.#takeLog(blockHash, `${blockHash} ${logIndex}`, removed === true)
  }

  /**
   * Judges the notifications: heads in order without a gap, each log once, after its head, and removed once.
   *
   * @param heads hashes of all heads so far
   * @returns whether all received heads are among them
   */
  judge(heads: readonly string[], news: NotificationTally): boolean {
    const [first] = this.#heads
    const from = first === undefined ? 0 : heads.indexOf(first)
    const expected = heads.slice(from, from + this.#heads.length)
    if (from === -1 || expected.length < this.#heads.length) return false
    if (expected.some((hash, index) => hash !== this.#heads[index])) {
      this.#problems.push('heads with a gap, or in another order')
    }
    news.heads += this.#heads.length
    news.logs += this.#logCount
    news.removed += this.#removedCount
    news.wrong += this.#problems.length
    news.examples.push(...this.#problems.slice(0, 1))
    return true
  }

  #takeLog(blockHash: string, log: string, isRemoved: boolean): void {
    const isOfOurs = this.#heads.includes(blockHash)
    if (isRemoved) {
      this.#removedCount++
      // The client was not notified of logs from before it subscribed.
      if (isOfOurs && !this.#logs.delete(log))
        this.#problems.push('a log removed that did not exist')
      return
    }
    this.#logCount++
    if (!isOfOurs) this.#problems.push('a log before its head')
    if (this.#logs.has(log)) this.#problems.push('a log sent twice')
    this.#logs.add(log)
  }
}
