import type { Chain } from '../chain/chain.ts'
import { headerTimestamp } from '../chain/encoding/decode/headerTimestamp.ts'

/**
 * A warning for a development node whose next block has the time of the wall clock: a fork that the chain has not reached
 * would begin with that block, whatever the number at which it was to begin.
 *
 * @param now in seconds since 1970
 * @returns a line; undefined if no fork is skipped
 */
export function skippedForkWarning({ rules, tree }: Chain, now: number): string | undefined {
  const reached = headerTimestamp(tree.head)
  const skipped = rules.forks.find(
    ({ at }) => 'timestamp' in at && at.timestamp > reached && at.timestamp <= now,
  )
  if (skipped === undefined) return undefined
  return `warning: block ${tree.head.number + 1} will have the time of the wall clock, which is after the start of ${skipped.name}; --clock simulated crosses that fork block by block\n`
}
