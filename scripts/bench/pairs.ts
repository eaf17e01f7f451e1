import { median } from './statistics.ts'

/** What one run of ommer gave, and one of the baseline right beside it. */
export interface Pair<T> {
  readonly ommer: T
  readonly baseline: T
}

export interface Comparison {
  /** median over the runs of ommer */
  readonly value: number
  /** median over the runs of the baseline */
  readonly baseline: number
  /** median of each pair's ommer / baseline, which what slows both for a while cannot move */
  readonly ratio: number
  /** pairs */
  readonly samples: number
}

/**
 * Runs ommer and its baseline in turn. Which of them goes first alternates, so that a machine that grows slower
 * or faster favours neither.
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
