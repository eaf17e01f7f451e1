import type { Entry } from '../../log/entry.ts'
import { leaderIn } from '../../log/leaderIn.ts'

/** The endpoints that lag behind others, by what a journal says: pairs of keys. */
export function* followsIn(
  entries: readonly Entry[],
): Iterable<readonly [key: string, leader: string]> {
  for (const entry of entries) {
    const leader = leaderIn(entry)
    if (leader !== undefined && !('chain' in entry)) yield [entry.endpoint, leader]
  }
}
