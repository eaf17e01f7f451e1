/** How many of the newest connections show which keys clients use. */
const RECENT = 64

/** How many connections each worker has, and which one gets the next. */
export class Shares {
  readonly #counts: number[]
  /** the keys of the newest connections, oldest first */
  readonly #recent: string[] = []

  /** @param count how many workers there are */
  constructor(count: number) {
    this.#counts = new Array<number>(count).fill(0)
  }

  /**
   * Adds a connection to the owner of its endpoint, unless that has more than its share of all connections, and the key more
   * than that of the newest: then to the worker that has fewest. Where clients use many keys, their owners share the work
   * already, and answer for less than others could.
   *
   * @param key undefined if the connection is for no endpoint
   * @param owner index of the worker
   * @param canServe whether a worker may get it instead of the owner
   * @returns the index of the worker that gets it
   */
  add(key: string | undefined, owner: number, canServe: (worker: number) => boolean): number {
    const all = this.#counts.reduce((sum, count) => sum + count, 0)
    const isBusy = this.#of(owner) * this.#counts.length > all
    const worker = isBusy && this.#isFrequent(key) ? this.#fewest(owner, canServe) : owner
    this.#counts[worker] = this.#of(worker) + 1
    if (key !== undefined && this.#recent.push(key) > RECENT) this.#recent.shift()
    return worker
  }

  /** Connections of a worker were closed. */
  remove(worker: number, count: number): void {
    this.#counts[worker] = Math.max(0, this.#of(worker) - count)
  }

  /** A worker has ended, and all its connections with it. */
  clear(worker: number): void {
    this.#counts[worker] = 0
  }

  /** Whether a key has more than a worker's share of the newest connections. */
  #isFrequent(key: string | undefined): boolean {
    const count = this.#recent.filter((each) => each === key).length
    return count * this.#counts.length > this.#recent.length
  }

  #fewest(owner: number, canServe: (worker: number) => boolean): number {
    let fewest = owner
    for (const [worker, count] of this.#counts.entries()) {
      if (count < this.#of(fewest) && canServe(worker)) fewest = worker
    }
    return fewest
  }

  #of(worker: number): number {
    return this.#counts[worker] as number
  }
}
