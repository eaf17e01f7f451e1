import { journalFactsOf } from '../moves/moveRegistry.ts'
import type { Entry } from './entry.ts'
import { bringsTransactions, joinAll } from './join.ts'
import { leaderIn } from './leaderIn.ts'

/** The default endpoint of a server has a second key, by which others may follow it. */
export const OTHER_KEY = { key: 'geth', endpoint: 'dev' }

/** What entries say of an endpoint, all together. */
class Known {
  /** whether another one has followed it */
  isLeader = false
  isFollower = false
  /** whether it has moved itself */
  hasMoved = false
  /** whether it may have had transactions */
  hasTransactions = false
  /** whether a test has created it: the server had none of its keys */
  isCreated: boolean | undefined
  /** number of the last entry that closes it */
  closed = 0
  /** by move, the number of the last one that leaves nothing of earlier ones */
  readonly replaced = new Map<string, number>()
}

/**
 * The entries without those that change nothing any more: those of endpoints that were closed, and moves that others
 * have replaced, such as those that set faults. Blocks that the chain has grown by are one entry, and so are blocks that were
 * mined one after another.
 */
export function compact(entries: readonly Entry[]): readonly Entry[] {
  const known = knownFrom(entries)
  const kept = entries.filter((entry) => {
    if ('chain' in entry) return true
    const { isLeader, isFollower, hasMoved, isCreated, closed, replaced } = known(entry.endpoint)
    const { sequence } = entry
    // Others that share its blocks may be at one of them, or have been.
    const isNeeded = isLeader || (isFollower && hasMoved)
    // The keys of the server would be known again; those that a test has created would not.
    if (!isNeeded && (isCreated ? sequence <= closed : sequence < closed)) return false
    return sequence >= (replaced.get(replacingMove(entry) ?? '') ?? 0)
  })
  return joinAll(kept, ({ endpoint, change: { move, args } }) => {
    // When blocks were mined is seen by endpoints that follow; and which transactions a block has may follow from it.
    const { isLeader, isFollower, hasTransactions } = known(endpoint)
    if (isLeader || isFollower || hasTransactions) return false
    return journalFactsOf(move).blocksMined?.(args) !== undefined
  })
}

function knownFrom(entries: readonly Entry[]): (key: string) => Known {
  const all = new Map<string, Known>()
  const known = (key: string): Known => {
    const found = all.get(key) ?? new Known()
    all.set(key, found)
    return found
  }
  for (const entry of entries) {
    if ('chain' in entry) continue
    const one = known(entry.endpoint)
    const leader = leaderIn(entry)
    if (leader !== undefined) {
      one.isFollower = true
      known(leader).isLeader = true
    }
    // A key of the server would have been closed before it is created.
    one.isCreated ??= 'create' in entry
    if ('close' in entry) one.closed = entry.sequence
    if (!('change' in entry)) continue
    const { start, end, sequence } = entry
    one.hasMoved ||= start !== end.hash || end.stateRoot !== undefined
    one.hasTransactions ||= bringsTransactions(entry)
    const replacing = replacingMove(entry)
    if (replacing !== undefined) one.replaced.set(replacing, sequence)
  }
  if (known(OTHER_KEY.key).isLeader) known(OTHER_KEY.endpoint).isLeader = true
  return known
}

/** The move of an entry that replaces earlier ones at its endpoint; undefined of other entries. */
function replacingMove(entry: Entry): string | undefined {
  if (!('change' in entry) || entry.lost !== undefined || entry.found !== undefined)
    return undefined
  const { move } = entry.change
  return journalFactsOf(move).replacesEarlier && move
}
