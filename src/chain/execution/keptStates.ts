import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { StateTrie } from '../state/account.ts'

/**
 * Which blocks keep their state, by their distance from the newest block: the newest ones, then ever fewer. Any other
 * state is computed from the nearest one before it.
 *
 * The objects that a block creates live as long as its state. The garbage collector frees young objects cheaply; state
 * that is dropped after hundreds of blocks fragments the heap.
 */
const TIERS = [
  { behind: 256, interval: 16 },
  { behind: Number.POSITIVE_INFINITY, interval: 4096 },
] as const

/** The most recently added blocks keep their state even if they are far behind the newest block. */
const RECENT_BLOCKS = 8

/** The states of a chain that are kept as tries. */
export class KeptStates {
  readonly #byHash = new Map<Hex, StateTrie>()
  /** hashes of the blocks with a state, by number */
  readonly #byNumber = new Map<number, Hex[]>()
  /** the last blocks that were added, oldest first */
  readonly #recent: Pick<SealedBlock, 'number' | 'hash'>[] = []
  #newest = 0
  readonly #recentMax: number
  #history: number

  /**
   * @param history how many of the newest blocks keep their state
   * @param recent how many of the most recently added do
   */
  constructor(history: number, recent = RECENT_BLOCKS) {
    this.#history = history
    this.#recentMax = recent
  }

  get(hash: Hex): StateTrie | undefined {
    return this.#byHash.get(hash)
  }

  /** All, in the order in which they were added. */
  get entries(): Iterable<readonly [Hex, StateTrie]> {
    return this.#byHash
  }

  set history(count: number) {
    this.#history = count
    for (const number of [...this.#byNumber.keys()]) this.#drop(number)
  }

  /** Whether a block keeps its state because of its number. */
  keeps(number: number): boolean {
    const age = this.#newest - number
    if (age < this.#history) return true
    return TIERS.some(({ behind, interval }) => age < behind && number % interval === 0)
  }

  add({ number, hash }: Pick<SealedBlock, 'number' | 'hash'>, state: StateTrie): void {
    if (!this.#byHash.has(hash)) {
      this.#byNumber.set(number, [...(this.#byNumber.get(number) ?? []), hash])
    }
    this.#byHash.set(hash, state)
    this.#recent.push({ number, hash })
    const before = this.#newest
    this.#newest = Math.max(before, number)
    const oldest = this.#recent.length > this.#recentMax ? this.#recent.shift() : undefined
    if (oldest !== undefined) this.#drop(oldest.number)
    this.#dropBehind(before)
  }

  /** Forgets the state of a block. */
  delete({ number, hash }: Pick<SealedBlock, 'number' | 'hash'>): void {
    this.#byHash.delete(hash)
    const left = this.#byNumber.get(number)?.filter((each) => each !== hash) ?? []
    if (left.length > 0) this.#byNumber.set(number, left)
    else this.#byNumber.delete(number)
    const recent = this.#recent.findIndex((each) => each.hash === hash)
    if (recent >= 0) this.#recent.splice(recent, 1)
  }

  /** Drops the states of blocks that have become too old. */
  #dropBehind(newestBefore: number): void {
    const { length: steps } = { length: this.#newest - newestBefore }
    if (steps > this.#byNumber.size) {
      for (const number of [...this.#byNumber.keys()]) this.#drop(number)
      return
    }
    for (const distance of [this.#history, ...TIERS.map(({ behind }) => behind)]) {
      for (let step = 0; step < steps && Number.isFinite(distance); step++) {
        this.#drop(this.#newest - distance - step)
      }
    }
  }

  #drop(number: number): void {
    const hashes = this.#byNumber.get(number)
    if (hashes === undefined || this.keeps(number)) return
    const left = hashes.filter((hash) => this.#recent.some((recent) => recent.hash === hash))
    for (const hash of hashes) if (!left.includes(hash)) this.#byHash.delete(hash)
    if (left.length > 0) this.#byNumber.set(number, left)
    else this.#byNumber.delete(number)
  }
}
