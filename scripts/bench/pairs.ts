import { median } from './statistics.ts'

/** The results of one run of ommer and of one run of the baseline beside it. */
export interface Pair<T> {
  readonly ommer: T
  readonly baseline: T
}

export interface Comparison {
  /** median of the runs of ommer */
  readonly value: number
  /** median of the runs of the baseline */
  readonly baseline: number
  /** median of ommer / baseline of each pair: what slows both for a while does not change it */
  readonly ratio: number
  /** pairs */
  readonly samples: number
}

/**
 * Runs ommer and its baseline in turn. They alternate in going first, so that a machine that becomes slower or faster
 * favours neither.
 */
export async function measurePairs<T>(
  count: number,
  ommer: () => Promise<T>,
  baseline: () => Promise<T>,
): Promise<Pair<T>[]> {
  const pairs: Pair<T>[] = []
  for (let i = 0; i < count; i++) {
    if (i % 2 === 0) {
      const first = await ommer()
      pairs.push({ ommer: first, baseline: await baseline() })
    } else {
      const first = await baseline()
      pairs.push({ ommer: await ommer(), baseline: first })
    }
  }
  return pairs
}

/** Compares one figure of the runs. */
export function compare<T>(pairs: readonly Pair<T>[], figure: (run: T) => number): Comparison {
  const runs = pairs.map(({ ommer, baseline }) => [figure(ommer), figure(baseline)] as const)
  return {
    value: median(runs.map(([ommer]) => ommer)),
    baseline: median(runs.map(([, baseline]) => baseline)),
    ratio: median(runs.map(([ommer, baseline]) => ommer / baseline)),
    samples: runs.length,
  }
}
