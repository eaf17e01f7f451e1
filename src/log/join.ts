import { effectOf, journalFactsOf } from '../moves/moveRegistry.ts'
import type { ChangeEntry, Entry, Unnumbered } from './entry.ts'

/** How many times of the wall clock an entry has, so that it can be read as one line. */
const TIMES_MAX = 4096

type Joinable = Omit<ChangeEntry, 'sequence'>

/**
 * Joins entries, as far as possible: blocks that an endpoint has mined one after another, by calls or by a timer, and blocks
 * that the chain has grown by.
 *
 * @param canJoin whether a change may be joined with others of its endpoint; by default each may
 */
export function joinAll<One extends Unnumbered>(
  entries: readonly One[],
  canJoin: (entry: One & Joinable) => boolean = () => true,
): readonly One[] {
  const joined: One[] = []
  /** by endpoint, the index of its last entry, if that can be joined with the next one */
  const last = new Map<string, number>()
  for (const entry of entries) {
    if ('chain' in entry) {
      const before = joined.at(-1)
      if (before !== undefined && 'chain' in before) joined.pop()
      joined.push(entry)
      continue
    }
    const isJoinable = isChange(entry) && canJoin(entry) && isEven(entry)
    const index = isJoinable ? last.get(entry.endpoint) : undefined
    const both = isJoinable && index !== undefined && join(joined[index] as typeof entry, entry)
    if (both) {
      joined[index] = both
      continue
    }
    if (isJoinable) last.set(entry.endpoint, joined.length)
    else last.delete(entry.endpoint)
    joined.push(entry)
  }
  return joined
}

/** Whether its blocks can be in one entry with others: either each of them has read the clock, or none. */
function isEven({ change: { move, args }, clock = [], lost, found }: Joinable): boolean {
  // What was lost or found during one block was not during those before.
  if (lost !== undefined || found !== undefined) return false
  const { join, blocksMined } = journalFactsOf(move)
  const reads = clock.reduce((sum, [, count]) => sum + count, 0)
  return join !== undefined && (reads === 0 || reads === blocksMined?.(args))
}

/** Two changes as one; undefined if one move cannot make both. */
function join<One extends Joinable>(one: One, next: Joinable): One | undefined {
  const { move } = one.change
  if (move !== next.change.move || one.end.hash !== next.start) return undefined
  const [times, more] = [one.clock ?? [], next.clock ?? []]
  if (times.length > 0 !== more.length > 0 || times.length + more.length > TIMES_MAX)
    return undefined
  const args = journalFactsOf(move).join?.(one.change.args, next.change.args)
  if (args === undefined) return undefined
  const joined = { ...one, change: { move, args }, end: next.end }
  const [last, first] = [times.at(-1), more[0]]
  if (last === undefined || first === undefined) return joined
  if (last[0] !== first[0]) return { ...joined, clock: [...times, ...more] }
  const both = [last[0], last[1] + first[1]]
  return { ...joined, clock: [...times.slice(0, -1), both, ...more.slice(1)] }
}

function isChange<One extends Unnumbered>(entry: One): entry is One & Joinable {
  return 'change' in entry
}

/**
 * Whether an entry may bring a transaction into the pool, or let a reorg bring one back: which transactions a block has may
 * then depend on whether it is mined together with the next one.
 */
export function bringsTransactions(entry: Entry): entry is ChangeEntry {
  if (!('change' in entry)) return false
  const { move, args } = entry.change
  return effectOf(move) === 'sends' || journalFactsOf(move).bringsTransactions?.(args) === true
}
