/** Each bucket ends a twentieth above the one before it, so a result is at most that much too high. */
const STEP = 1.05

/** From a microsecond to an hour. */
const BUCKETS = 452

/** A histogram of durations, small enough for millions of them. */
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
   * The duration that a part of them did not exceed.
   *
   * @param part 0.99 for all except the slowest hundredth
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
