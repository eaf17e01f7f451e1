import { setTimeout as sleep } from 'node:timers/promises'
import type { Chain } from '../chain/chain.ts'

/** Adds a block at each interval, until the signal is aborted. */
export async function mineEvery(
  chain: Pick<Chain, 'extend'>,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  let due = performance.now()
  while (!signal.aborted) {
    due = nextDue(due, intervalMs, performance.now())
    await sleep(due - performance.now(), undefined, { signal }).catch(() => {})
    if (!signal.aborted) await chain.extend(1)
  }
}

/**
 * When the next block is due: one interval after the last was, so that the time for building it does not add up. If
 * that is over, at once; blocks that were missed are not made up for.
 *
 * @param due when the last block was
 */
export function nextDue(due: number, intervalMs: number, now: number): number {
  return Math.max(due + intervalMs, now)
}
