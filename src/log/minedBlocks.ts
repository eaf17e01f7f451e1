import type { MoveRecord } from '../moves/moveRecord.ts'
import { journalFactsOf } from '../moves/moveRegistry.ts'
import type { ChangeEntry, Entry } from './entry.ts'
import { joinMoves } from './joinMoves.ts'
import { moveOfChange } from './moveOfChange.ts'

/** How many times of the wall clock an entry has, so that it can be read as one line. */
const TIMES_MAX = 4096

/** Blocks that were mined one after another, by calls or by a timer: they become one entry. */
export class MinedBlocks {
  readonly #first: ChangeEntry
  #move: MoveRecord
  #end: ChangeEntry['end']
  readonly #times: [seconds: number, count: number][]

  private constructor(entry: ChangeEntry, move: MoveRecord) {
    this.#first = entry
    this.#move = move
    this.#end = entry.end
    this.#times = (entry.clock ?? []).map(([...time]) => time)
  }

  /** @returns undefined if the entry says more than how many blocks were mined */
  static of(entry: Entry): MinedBlocks | undefined {
    const move = moveOf(entry)
    if (move === undefined) return undefined
    const count = journalFactsOf(move.name).blocksMined?.(move.args)
    if (count === undefined) return undefined
    const { clock = [] } = entry as ChangeEntry
    const reads = clock.reduce((sum, [, times]) => sum + times, 0)
    // Either each block has read the clock, or none.
    const isEven = reads === 0 || reads === count
    return isEven ? new MinedBlocks(entry as ChangeEntry, move) : undefined
  }

  get entry(): ChangeEntry {
    if (this.#end === this.#first.end) return this.#first
    const { sequence, endpoint, start } = this.#first
    const { name: move, args } = this.#move
    const clock = this.#times.length > 0 && { clock: this.#times }
    return { sequence, endpoint, change: { move, args }, start, end: this.#end, ...clock }
  }

  /** Adds the blocks that came next. @returns false if they cannot be in the same entry */
  add(next: MinedBlocks): boolean {
    const times = this.#times
    const move = joinMoves(this.#move, next.#move)
    if (move === undefined || this.#end.hash !== next.#first.start) return false
    if (times.length > 0 !== next.#times.length > 0) return false
    if (times.length + next.#times.length > TIMES_MAX) return false
    this.#move = move
    this.#end = next.#end
    for (const time of next.#times) {
      const last = times.at(-1)
      if (last?.[0] === time[0]) last[1] += time[1]
      else times.push(time)
    }
    return true
  }
}

/** What was done to an endpoint; undefined if it was created or closed, or the chain has grown. */
export function moveOf(entry: Entry): MoveRecord | undefined {
  return 'change' in entry ? moveOfChange(entry.change) : undefined
}
