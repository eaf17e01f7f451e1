import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { CodeStore, StoredCode } from '../state/codeStore.ts'
import { codesByHand, nameOf } from './codesByHand.ts'
import type { MemoryShare } from './privateMemory.ts'

/** What an account or slot that was written by hand takes in all later states, as measured. */
const ENTRY_BYTES = 500

/** What a state by hand takes in addition to its accounts, as measured, while anything refers to it. */
const STATE_BYTES = 2000

interface AlteredState {
  /** how many heads, snapshots, trees and blocks need it */
  uses: number
  /** which it gives to accounts */
  readonly codes: readonly StoredCode[]
}

interface Altered {
  bytes: number
  /** how many heads, snapshots, trees and blocks need such a state */
  uses: number
  /** by the root of the state */
  readonly states: Map<Hex, AlteredState>
}

function unused(): Altered {
  return { bytes: 0, uses: 0, states: new Map() }
}

/** Counts what was written by hand into the states after blocks, and keeps its code, until nothing needs these states any more. */
export class Alterations {
  readonly #memory: MemoryShare
  readonly #codes: () => CodeStore | undefined
  /** by the hash of the block */
  readonly #altered = new Map<Hex, Altered>()
  /** by the hash of a block that was built on such a state, its parent with that state */
  readonly #builtOn = new Map<Hex, SealedBlock>()

  constructor(memory: MemoryShare, codes: () => CodeStore | undefined) {
    this.#memory = memory
    this.#codes = codes
  }

  /** Accounts and slots of the state after a block were written. */
  add(hash: Hex, entries: number): void {
    const altered = this.#altered.get(hash) ?? unused()
    this.#altered.set(hash, altered)
    this.#count(altered, entries * ENTRY_BYTES)
  }

  retain(block: SealedBlock): void {
    const { hash, alteredRoot: root } = block
    if (root === undefined) return
    const altered = this.#altered.get(hash) ?? unused()
    this.#altered.set(hash, altered)
    altered.uses++
    const state = altered.states.get(root)
    if (state !== undefined) state.uses++
    else this.#addState(altered, root, { uses: 1, codes: codesByHand(block) })
  }

  release({ hash, alteredRoot: root }: SealedBlock): void {
    const altered = this.#altered.get(hash)
    const state = root && altered?.states.get(root)
    if (!altered || !root || !state) return
    altered.uses--
    if (--state.uses > 0) return
    altered.states.delete(root)
    this.#count(altered, -STATE_BYTES)
    this.#codes()?.release?.(namesOf(state))
    if (altered.uses > 0) return
    this.#altered.delete(hash)
    this.#memory.add(-altered.bytes)
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

  /** Adds the states of another chain, and counts their uses from zero. */
  adopt(other: Alterations): void {
    for (const [hash, { bytes, uses, states }] of other.#altered) {
      const altered = this.#altered.get(hash) ?? unused()
      this.#altered.set(hash, altered)
      // The other chain has counted them, in memory that this one has taken over.
      altered.bytes += bytes
      altered.uses += uses
      for (const [root, state] of states) {
        const known = altered.states.get(root)
        this.#count(altered, -STATE_BYTES)
        if (known !== undefined) known.uses += state.uses
        else this.#addState(altered, root, state)
      }
    }
    for (const [hash, parent] of other.#builtOn) {
      if (this.#builtOn.has(hash)) this.release(parent)
      else this.#builtOn.set(hash, parent)
    }
  }

  #addState(altered: Altered, root: Hex, state: AlteredState): void {
    altered.states.set(root, state)
    this.#count(altered, STATE_BYTES)
    const codes = this.#codes()
    const names = namesOf(state)
    // It may have been freed after an earlier use of the state.
    for (const [index, name] of names.entries()) codes?.set(name, state.codes[index] as StoredCode)
    codes?.retain?.(names)
  }

  #count(altered: Altered, bytes: number): void {
    altered.bytes += bytes
    this.#memory.add(bytes)
  }
}

function namesOf({ codes }: AlteredState): string[] {
  return codes.map(({ hash }) => nameOf(hash))
}
