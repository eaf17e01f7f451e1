import { journalFactsOf } from '../moves/moveRegistry.ts'
import type { ChangeEntry, Entry } from './entry.ts'
import { bringsTransactions, JoinedEntry } from './join.ts'
import { leaderIn } from './leaderIn.ts'

/** The default endpoint of a server has a second key, by which others may follow it. */
export const OTHER_KEY = { key: 'geth', endpoint: 'dev' }

/**
 * The entries without those that change nothing any more: those of endpoints that were closed, and moves that others
 * have replaced, such as those that set faults. Blocks that the chain has grown by are one entry, and so are blocks that were
 * mined one after another.
 */
export function compact(entries: readonly Entry[]): readonly Entry[] {
  const { leaders, followers } = lagsIn(entries)
  const closed = closedIn(entries, leaders, movedFollowersIn(entries, followers))
  const replaced = lastReplacementsIn(entries)
  const created = createdIn(entries)
  const senders = new Set(entries.filter(bringsTransactions).map(({ endpoint }) => endpoint))
  const kept: (Entry | JoinedEntry)[] = []
  /** by endpoint, what its last entry mines, if it mines blocks only */
  const last = new Map<string, JoinedEntry | undefined>()
  for (const entry of entries) {
    if ('chain' in entry) {
      const before = kept.at(-1)
      if (before !== undefined && 'chain' in before) kept.pop()
      kept.push(entry)
      continue
    }
    const { endpoint, sequence } = entry
    if (sequence < (closed.get(endpoint) ?? 0)) continue
    // The keys of the server would be known again; those that a test has created would not.
    if (sequence === closed.get(endpoint) && created.has(endpoint)) continue
    if (sequence < (replaced.get(replacementOf(entry)) ?? 0)) continue
    // When blocks were mined is seen by endpoints that follow; and which transactions a block has may follow from it.
    const canJoin = !leaders.has(endpoint) && !followers.has(endpoint) && !senders.has(endpoint)
    const mined = canJoin && minesOnly(entry) ? JoinedEntry.of(entry) : undefined
    if (mined !== undefined && last.get(endpoint)?.add(mined) === true) continue
    last.set(endpoint, mined)
    kept.push(mined ?? entry)
  }
  return kept.map((each) => (each instanceof JoinedEntry ? each.entry : each))
}

/** The endpoints that others have followed, and those that have followed others. */
function lagsIn(entries: readonly Entry[]): Record<'leaders' | 'followers', Set<string>> {
  const leaders = new Set<string>()
  const followers = new Set<string>()
  for (const entry of entries) {
    const leader = leaderIn(entry)
    if ('chain' in entry || leader === undefined) continue
    leaders.add(leader)
    followers.add(entry.endpoint)
  }
  if (leaders.has(OTHER_KEY.key)) leaders.add(OTHER_KEY.endpoint)
  return { leaders, followers }
}

/** The followers that have moved themselves: others that share their blocks may be at one of them, or have been. */
function movedFollowersIn(
  entries: readonly Entry[],
  followers: ReadonlySet<string>,
): ReadonlySet<string> {
  const moved = new Set<string>()
  for (const entry of entries) {
    if (!('change' in entry) || !followers.has(entry.endpoint)) continue
    const { start, end } = entry
    if (start !== end.hash || end.stateRoot !== undefined) moved.add(entry.endpoint)
  }
  return moved
}

/** The endpoints that a test has created: the server had none of their keys. */
function createdIn(entries: readonly Entry[]): ReadonlySet<string> {
  const known = new Set<string>()
  const created = new Set<string>()
  for (const entry of entries) {
    if ('chain' in entry || known.has(entry.endpoint)) continue
    known.add(entry.endpoint)
    // One that comes first here is no key of the server, which would have been closed before.
    if ('create' in entry) created.add(entry.endpoint)
  }
  return created
}

/** By endpoint, the number of the last entry that closes it, if no other one needs what it did. */
function closedIn(
  entries: readonly Entry[],
  ...needed: readonly ReadonlySet<string>[]
): ReadonlyMap<string, number> {
  const closed = new Map<string, number>()
  for (const entry of entries) {
    if (!('close' in entry) || needed.some((keys) => keys.has(entry.endpoint))) continue
    closed.set(entry.endpoint, entry.sequence)
  }
  return closed
}

/** The number of the last entry by what it replaces. */
function lastReplacementsIn(entries: readonly Entry[]): ReadonlyMap<string | undefined, number> {
  const last = new Map<string, number>()
  for (const entry of entries) {
    const replacement = replacementOf(entry)
    if (replacement !== undefined) last.set(replacement, entry.sequence)
  }
  return last
}

/** The move and the endpoint of an entry that replaces earlier ones with both; undefined of other entries. */
function replacementOf(entry: Entry): string | undefined {
  if (!('change' in entry) || entry.lost !== undefined || entry.found !== undefined)
    return undefined
  const { move } = entry.change
  return journalFactsOf(move).replacesEarlier ? `${move} ${entry.endpoint}` : undefined
}

/** Whether an entry says no more than how many blocks were mined. */
function minesOnly(entry: Entry): entry is ChangeEntry {
  if (!('change' in entry)) return false
  const { move, args } = entry.change
  return journalFactsOf(move).blocksMined?.(args) !== undefined
}
