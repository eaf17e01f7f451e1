import { median } from '../bench/statistics.ts'

export interface Sample {
  /** since the load started */
  readonly seconds: number
  readonly megabytes: number
}

/** The course of resident memory, in megabytes. */
export interface MemoryTrend {
  readonly afterFirstTenth: number
  readonly atEnd: number
  /** the peak after the first tenth of the time */
  readonly max: number
  /** of the straight line through all samples after the first tenth */
  readonly slopePerMinute: number
  /** median of a fifth of the time, from the end of the warm-up on: of twenty minutes, minutes 2 to 6 */
  readonly early: number
  /** median of the last third */
  readonly late: number
  /** the bound for `late` */
  readonly bound: number
  readonly isLevel: boolean
}

/** In a shorter run the caches are filling most of the time, so resident memory cannot be judged. */
export const JUDGED_MINUTES_MIN = 5

/** Caches, indexes and V8's heap grow at first: for a tenth of the time, and at least two minutes of a run that is judged. */
const WARM_UP = { part: 0.1, secondsMin: 120, partMax: 0.4 }

/** The factor for the early median, and an addition, because the collector keeps a varying amount. */
const GROWTH_MAX = 1.1
const ALLOWANCE = 20

/** What memory may become later if it was this early, in megabytes. */
export function memoryBound(early: number): number {
  return GROWTH_MAX * early + ALLOWANCE
}

/**
 * Whether memory stays level once the process has warmed up. A leak exceeds this bound by far in the millions of requests
 * of ten minutes.
 */
export function judgeMemory(samples: readonly Sample[], seconds: number): MemoryTrend {
  const between = (from: number, to: number): Sample[] =>
    samples.filter((sample) => sample.seconds >= from && sample.seconds <= to)
  const megabytes = (chosen: readonly Sample[]): number[] =>
    chosen.map((sample) => sample.megabytes)
  const { part, secondsMin, partMax } = WARM_UP
  const warm = between(part * seconds, Number.POSITIVE_INFINITY)
  const warmUp = Math.max(part * seconds, Math.min(secondsMin, partMax * seconds))
  const steady = between(warmUp, warmUp + seconds / 5)
  // A short run on a busy machine has few samples, and is not judged.
  const early = median(megabytes(steady.length > 0 ? steady : samples.slice(0, 1)))
  const late = median(megabytes(between((seconds * 2) / 3, Number.POSITIVE_INFINITY)))
  const bound = memoryBound(early)
  return {
    afterFirstTenth: warm[0]?.megabytes ?? Number.NaN,
    atEnd: warm.at(-1)?.megabytes ?? Number.NaN,
    max: Math.max(...megabytes(warm)),
    slopePerMinute: slope(warm) * 60,
    early,
    late,
    bound,
    isLevel: late <= bound,
  }
}

/** The slope of the least-squares line, in megabytes per second. */
function slope(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = mean(samples.map(({ seconds }) => seconds))
  const level = mean(samples.map(({ megabytes }) => megabytes))
  let covariance = 0
  let variance = 0
  for (const { seconds, megabytes } of samples) {
    covariance += (seconds - middle) * (megabytes - level)
    variance += (seconds - middle) ** 2
  }
  return covariance / variance
}
