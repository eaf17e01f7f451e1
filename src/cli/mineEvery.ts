import { setTimeout as sleep } from 'node:timers/promises'
import type { Chain } from '../chain/chain.ts'

/** Adds a block at each interval, until the signal is aborted. */
export async function mineEvery(
  chain: Chain,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(intervalMs, undefined, { signal }).catch(() => {})
    if (!signal.aborted) await chain.extend(1)
  }
}
