import type { Entry } from '../../journal/entry.ts'
import { leaderOf } from '../../server/leaderOf.ts'

/** The endpoints that lag behind others, by what a journal says: pairs of keys. */
export function* followsIn(
  entries: readonly Entry[],
): Iterable<readonly [key: string, leader: string]> {
  for (const entry of entries) {
    if ('create' in entry) {
      const leader = leaderOf(entry.create)
      if (leader !== undefined) yield [entry.endpoint, leader]
    } else if ('change' in entry && 'move' in entry.change && entry.change.move === 'setLag') {
      const leader = leaderOf({ lag: entry.change.args[0] })
      if (leader !== undefined) yield [entry.endpoint, leader]
    }
  }
}
