import { keccak256 } from '../../primitives/keccak.ts'
import { type NameSearch, nameAt, namesMax } from './searchName.ts'

/** How many nibbles of a hash the table is sorted by. */
const NIBBLES = 6

/**
 * Finds names as `searchName` does, and remembers what all hashes begin with that it has computed: contracts with a
 * million slots need many names at six nibbles, of which most are found on the way to the first few. It takes 64 MiB.
 */
export class NameTable {
  readonly #length: number
  /** the number of the first name and 1, by what its hash begins with; 0 if there is none yet */
  readonly #numbers = new Uint32Array(16 ** NIBBLES)
  /** how many names were tried */
  #tried = 0

  /** @param length of the names, in bytes */
  constructor(length: number) {
    this.#length = length
  }

  /** @param search of names of this length, at most six nibbles */
  find(search: NameSearch): Uint8Array | undefined {
    const { start, nibbles } = search
    const span = 16 ** (NIBBLES - nibbles)
    const first = Math.floor(beginningOf(start) / span) * span
    const known = this.#numbers.subarray(first, first + span).filter((number) => number > 0)
    if (known.length > 0) return nameAt(Math.min(...known) - 1, this.#length)
    const end = namesMax(search)
    while (this.#tried < end) {
      const name = nameAt(this.#tried++, this.#length)
      const at = beginningOf(keccak256(name))
      if (this.#numbers[at] === 0) this.#numbers[at] = this.#tried
      if (at >= first && at < first + span) return name
    }
    return undefined
  }
}

function beginningOf(hash: Uint8Array): number {
  return ((hash[0] as number) << 16) | ((hash[1] as number) << 8) | (hash[2] as number)
}
