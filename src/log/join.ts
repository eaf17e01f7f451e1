import { effectOf, journalFactsOf } from '../moves/moveRegistry.ts'
import type { ChangeEntry, Entry, Unnumbered } from './entry.ts'

/** How many times of the wall clock an entry has, so that it can be read as one line. */
const TIMES_MAX = 4096

type Joinable = Omit<ChangeEntry, 'sequence'>

/** Blocks that were mined one after another, by calls or by a timer: they become one entry. */
export class JoinedEntry<One extends Joinable = ChangeEntry> {
  readonly #first: One
  readonly #move: string
  #args: readonly unknown[]
  #end: ChangeEntry['end']
  #isAlone = true
  readonly #times: [seconds: number, count: number][]

  private constructor(entry: One) {
    this.#first = entry
    this.#move = entry.change.move
    this.#args = entry.change.args
    this.#end = entry.end
    this.#times = (entry.clock ?? []).map(([...time]) => time)
  }

  /** @returns undefined if the entry cannot be joined with others */
  static of<One extends Joinable>(entry: One): JoinedEntry<One> | undefined {
    // What was lost or found during one block was not during those before.
    if (entry.lost !== undefined || entry.found !== undefined) return undefined
    const { move, args } = entry.change
    const { join, blocksMined } = journalFactsOf(move)
    if (join === undefined) return undefined
    const reads = (entry.clock ?? []).reduce((sum, [, count]) => sum + count, 0)
    // Either each block has read the clock, or none.
    const isEven = reads === 0 || reads === blocksMined?.(args)
    return isEven ? new JoinedEntry(entry) : undefined
  }

  get entry(): One {
    if (this.#isAlone) return this.#first
    const change = { move: this.#move, args: this.#args }
    const clock = this.#times.length > 0 && { clock: this.#times }
    return { ...this.#first, change, end: this.#end, ...clock } as One
  }

  /** Adds what came next. @returns false if it cannot be in the same entry */
  add(next: JoinedEntry<Joinable>): boolean {
    const times = this.#times
    if (this.#move !== next.#move || this.#end.hash !== next.#first.start) return false
    if (times.length > 0 !== next.#times.length > 0) return false
    if (times.length + next.#times.length > TIMES_MAX) return false
    const args = journalFactsOf(this.#move).join?.(this.#args, next.#args)
    if (args === undefined) return false
    this.#args = args
    this.#end = next.#end
    this.#isAlone = false
    for (const time of next.#times) {
      const last = times.at(-1)
      if (last?.[0] === time[0]) last[1] += time[1]
      else times.push(time)
    }
    return true
  }
}

/**
 * Joins entries, as far as possible: blocks that an endpoint has mined, and blocks that the chain has grown by.
 *
 * @param canJoin whether a change may be joined with others of its endpoint; by default each may
 */
export function joinAll<One extends Unnumbered>(
  entries: readonly One[],
  canJoin: (entry: One & Joinable) => boolean = () => true,
): readonly One[] {
  const joined: (One | JoinedEntry<One & Joinable>)[] = []
  /** by endpoint, its last entry, if that can be joined with the next one */
  const last = new Map<string, JoinedEntry<One & Joinable> | undefined>()
  for (const entry of entries) {
    if ('chain' in entry) {
      const before = joined.at(-1)
      if (before !== undefined && 'chain' in before) joined.pop()
      joined.push(entry)
      continue
    }
    const next = isChange(entry) && canJoin(entry) ? JoinedEntry.of(entry) : undefined
    if (next !== undefined && last.get(entry.endpoint)?.add(next)) continue
    last.set(entry.endpoint, next)
    joined.push(next ?? entry)
  }
  return joined.map((each) => (each instanceof JoinedEntry ? each.entry : each))
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
