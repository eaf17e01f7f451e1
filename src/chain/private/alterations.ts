import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { MemoryShare } from './privateMemory.ts'

/** What an account or slot that was written by hand takes in all later states, as measured. */
const ENTRY_BYTES = 500

/** What a state that was written by hand takes besides while a head, a snapshot, a block or the tree has it, as measured. */
const STATE_BYTES = 2000

interface Altered {
  bytes: number
  /** how many heads, snapshots, trees and blocks need such a state */
  uses: number
  /** by the root of a state, how many of them need it */
  readonly states: Map<Hex, number>
}

function unused(): Altered {
  return { bytes: 0, uses: 0, states: new Map() }
}

/** Counts what was written by hand into the states after blocks, until nothing needs these states any more. */
export class Alterations {
  readonly #memory: MemoryShare
  /** by the hash of the block */
  readonly #altered = new Map<Hex, Altered>()
  /** by the hash of a block that was built on such a state, its parent with that state */
  readonly #builtOn = new Map<Hex, SealedBlock>()

  constructor(memory: MemoryShare) {
    this.#memory = memory
  }

  /** An account or slot of the state after a block was written. */
  add(hash: Hex): void {
    const altered = this.#altered.get(hash) ?? unused()
    this.#altered.set(hash, altered)
    this.#count(altered, ENTRY_BYTES)
  }

  retain({ hash, alteredRoot }: SealedBlock): void {
    if (alteredRoot !== undefined) this.#change(hash, 1, alteredRoot)
  }

  release({ hash, alteredRoot }: SealedBlock): void {
    if (alteredRoot !== undefined) this.#change(hash, -1, alteredRoot)
  }

  /** A block was built on another one. */
  builtOn(parent: SealedBlock, { hash }: SealedBlock): void {
    if (parent.alteredRoot === undefined || this.#builtOn.has(hash)) return
    this.#builtOn.set(hash, parent)
    this.retain(parent)
  }

  /** The parent on whose state a block was built, if that was written by hand. */
  parentOf({ hash }: SealedBlock): SealedBlock | undefined {
    return this.#builtOn.get(hash)
  }

  /** A block was freed. */
  freed({ hash }: SealedBlock): void {
    const parent = this.#builtOn.get(hash)
    this.#builtOn.delete(hash)
    if (parent !== undefined) this.release(parent)
  }

  /** Takes over those of another chain, whose uses it then counts anew. */
  adopt(other: Alterations): void {
    for (const [hash, { bytes, uses, states }] of other.#altered) {
      const altered = this.#altered.get(hash) ?? unused()
      this.#altered.set(hash, altered)
      altered.bytes += bytes
      altered.uses += uses
      for (const [root, count] of states) {
        const before = altered.states.get(root)
        altered.states.set(root, (before ?? 0) + count)
        if (before !== undefined) this.#count(altered, -STATE_BYTES)
      }
    }
    for (const [hash, parent] of other.#builtOn) {
      if (this.#builtOn.has(hash)) this.release(parent)
      else this.#builtOn.set(hash, parent)
    }
  }

  #change(hash: Hex, by: 1 | -1, root: Hex): void {
    const altered = this.#altered.get(hash)
    if (altered === undefined) return
    this.#changeState(altered, root, by)
    altered.uses += by
    if (altered.uses > 0) return
    this.#altered.delete(hash)
    this.#memory.add(-altered.bytes)
  }

  #changeState(altered: Altered, root: Hex, by: 1 | -1): void {
    const before = altered.states.get(root) ?? 0
    const count = before + by
    if (count > 0) altered.states.set(root, count)
    else altered.states.delete(root)
    if (before === 0 || count === 0) this.#count(altered, by * STATE_BYTES)
  }

  #count(altered: Altered, bytes: number): void {
    altered.bytes += bytes
    this.#memory.add(bytes)
  }
}
