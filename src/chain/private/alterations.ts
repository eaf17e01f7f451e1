import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { MemoryShare } from './privateMemory.ts'

/** What an account or slot that was written by hand takes in all later states, as measured. */
const ENTRY_BYTES = 500

interface Altered {
  bytes: number
  /** how many heads, snapshots and blocks need such a state */
  uses: number
}

/** Counts what was written by hand into the states after blocks, until nothing needs these states any more. */
export class Alterations {
  readonly #memory: MemoryShare
  readonly #onUnused: (hash: Hex) => void
  /** by the hash of the block */
  readonly #altered = new Map<Hex, Altered>()
  /** by the hash of a block that was built on such a state, the parent's hash */
  readonly #builtOn = new Map<Hex, Hex>()

  /** @param onUnused is called with the hash of a block whose states by hand nothing needs any more */
  constructor(memory: MemoryShare, onUnused: (hash: Hex) => void) {
    this.#memory = memory
    this.#onUnused = onUnused
  }

  /** An account or slot of the state after a block was written. */
  add(hash: Hex): void {
    const altered = this.#altered.get(hash) ?? { bytes: 0, uses: 0 }
    this.#altered.set(hash, altered)
    altered.bytes += ENTRY_BYTES
    this.#memory.add(ENTRY_BYTES)
  }

  retain({ hash, alteredRoot }: SealedBlock): void {
    if (alteredRoot !== undefined) this.#change(hash, 1)
  }

  release({ hash, alteredRoot }: SealedBlock): void {
    if (alteredRoot !== undefined) this.#change(hash, -1)
  }

  /** A block was built on another one. */
  builtOn({ hash: parent, alteredRoot }: SealedBlock, { hash }: SealedBlock): void {
    if (alteredRoot === undefined || this.#builtOn.has(hash)) return
    this.#builtOn.set(hash, parent)
    this.#change(parent, 1)
  }

  /** A block was freed. */
  freed({ hash }: SealedBlock): void {
    const parent = this.#builtOn.get(hash)
    this.#builtOn.delete(hash)
    if (parent !== undefined) this.#change(parent, -1)
  }

  /** Takes over those of another chain, whose uses it then counts anew. */
  adopt(other: Alterations): void {
    for (const [hash, { bytes, uses }] of other.#altered) {
      const altered = this.#altered.get(hash) ?? { bytes: 0, uses: 0 }
      this.#altered.set(hash, { bytes: altered.bytes + bytes, uses: altered.uses + uses })
    }
    for (const [hash, parent] of other.#builtOn) {
      if (this.#builtOn.has(hash)) this.#change(parent, -1)
      else this.#builtOn.set(hash, parent)
    }
  }

  #change(hash: Hex, by: 1 | -1): void {
    const altered = this.#altered.get(hash)
    if (altered === undefined) return
    altered.uses += by
    if (altered.uses > 0) return
    this.#altered.delete(hash)
    this.#memory.add(-altered.bytes)
    this.#onUnused(hash)
  }
}
