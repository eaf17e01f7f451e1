/** How many connections each worker has, and which one gets the next. */
export class Shares {
  readonly #counts: number[]

  /** @param count how many workers there are */
  constructor(count: number) {
    this.#counts = new Array<number>(count).fill(0)
  }

  /**
   * Adds a connection to the owner of its endpoint, as long as that has no more than its share of all, and otherwise to the
   * worker that has fewest.
   *
   * @param owner index of the worker
   * @param canServe whether a worker may get it instead of the owner
   * @returns the index of the worker that gets it
   */
  add(owner: number, canServe: (worker: number) => boolean): number {
    const all = this.#counts.reduce((sum, count) => sum + count, 0)
    const hasRoom = this.#of(owner) * this.#counts.length <= all
    const worker = hasRoom ? owner : this.#fewest(owner, canServe)
    this.#counts[worker] = this.#of(worker) + 1
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
