import { fromHex, type Hex, toHex } from '../primitives/hex.ts'

const HASH_BYTES = 32

/** The hashes of a range of blocks and of their parents, as bytes because a range may have millions of blocks. */
export class LinkTable {
  readonly #from: number
  readonly #hashes: Uint8Array
  readonly #parents: Uint8Array

  /** @param to number of the last block, inclusive */
  constructor(from: number, to: number) {
    this.#from = from
    const length = (to - from + 1) * HASH_BYTES
    this.#hashes = new Uint8Array(length)
    this.#parents = new Uint8Array(length)
  }

  set(number: number, hash: Hex, parentHash: Hex): void {
    this.#hashes.set(fromHex(hash), this.#offset(number))
    this.#parents.set(fromHex(parentHash), this.#offset(number))
  }

  /** The hash of a block that has been set. */
  hash(number: number): Hex {
    const offset = this.#offset(number)
    return toHex(this.#hashes.subarray(offset, offset + HASH_BYTES))
  }

  /** The numbers of the blocks whose parent is not the block before them. */
  get broken(): number[] {
    const found: number[] = []
    for (let offset = HASH_BYTES; offset < this.#hashes.length; offset += HASH_BYTES) {
      const before = this.#hashes.subarray(offset - HASH_BYTES, offset)
      const parent = this.#parents.subarray(offset, offset + HASH_BYTES)
      if (Buffer.compare(before, parent) !== 0) found.push(this.#from + offset / HASH_BYTES)
    }
    return found
  }

  #offset(number: number): number {
    return (number - this.#from) * HASH_BYTES
  }
}
