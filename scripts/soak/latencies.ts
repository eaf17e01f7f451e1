/** Each bucket ends a twentieth above the one before it, so that what is read off is that much too high at most. */
const STEP = 1.05

/** From a microsecond to an hour. */
const BUCKETS = 452

/** How long things took, in so little room that millions fit. */
export class Latencies {
  readonly counts: Uint32Array

  constructor(counts: Uint32Array = new Uint32Array(BUCKETS)) {
    this.counts = counts
  }

  add(milliseconds: number): void {
    const bucket = Math.ceil(Math.log(Math.max(1, milliseconds * 1000)) / Math.log(STEP))
    const kept = Math.min(bucket, BUCKETS - 1)
    this.counts[kept] = (this.counts[kept] ?? 0) + 1
  }

  /**
   * How long it took at most for a part of them.
   *
   * @param part 0.99 for all but the slowest hundredth
   * @returns milliseconds
   */
  quantile(part: number): number {
    const total = this.counts.reduce((sum, count) => sum + count, 0)
    let rest = part * total
    for (const [bucket, count] of this.counts.entries()) {
      rest -= count
      if (count > 0 && rest <= 0) return STEP ** bucket / 1000
    }
    return Number.NaN
  }
}
