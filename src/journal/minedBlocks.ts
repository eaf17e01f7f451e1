import { BLOCKS_MAX } from '../endpoint/walk.ts'
import type { ChangeEntry, Entry } from './entry.ts'

/** How many times of the wall clock an entry has, so that it can be read as one line. */
const TIMES_MAX = 4096

type Times = NonNullable<ChangeEntry['clock']>

/** Blocks that were mined one after another, by calls or by a timer: they become one entry. */
export class MinedBlocks {
  readonly #first: ChangeEntry
  #count: number
  #end: ChangeEntry['end']
  readonly #times: Times[number][]
  /** how many blocks have read the wall clock */
  #reads: number

  private constructor(entry: ChangeEntry, count: number, reads: number) {
    this.#first = entry
    this.#count = count
    this.#end = entry.end
    this.#times = [...(entry.clock ?? [])]
    this.#reads = reads
  }

  /** @returns undefined if the entry says more than how many blocks were mined */
  static of(entry: Entry): MinedBlocks | undefined {
    const count = countOf(entry)
    if (count === undefined) return undefined
    const { clock = [] } = entry as ChangeEntry
    const reads = clock.reduce((sum, [, times]) => sum + times, 0)
    // Either each block has read the clock, or none.
    return reads === 0 || reads === count
      ? new MinedBlocks(entry as ChangeEntry, count, reads)
      : undefined
  }

  get entry(): ChangeEntry {
    if (this.#end === this.#first.end) return this.#first
    const { sequence, endpoint, start } = this.#first
    const change = { move: 'mine', args: [this.#count] }
    const clock = this.#reads > 0 && { clock: this.#times }
    return { sequence, endpoint, change, start, end: this.#end, ...clock }
  }

  /** Adds the blocks that came next. @returns false if they cannot be in the same entry */
  add(next: MinedBlocks): boolean {
    if (this.#end.hash !== next.#first.start || this.#reads > 0 !== next.#reads > 0) return false
    if (this.#count + next.#count > BLOCKS_MAX) return false
    if (this.#times.length + next.#times.length > TIMES_MAX) return false
    this.#count += next.#count
    this.#end = next.#end
    this.#reads += next.#reads
    for (const [seconds, count] of next.#times) {
      const last = this.#times.at(-1)
      if (last?.[0] === seconds) this.#times[this.#times.length - 1] = [seconds, last[1] + count]
      else this.#times.push([seconds, count])
    }
    return true
  }
}

/** How many blocks an entry mines, if it says nothing else. */
function countOf(entry: Entry): number | undefined {
  if (!('change' in entry)) return undefined
  const { change } = entry
  if ('mine' in change) return change.mine
  if (!('move' in change) || change.move !== 'mine') return undefined
  const [count, options] = change.args
  return Object.keys(options ?? {}).length === 0 ? Number(count ?? 1) : undefined
}
