import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { StoredBlock, sideBlockBytes } from '../encoding/storedBlock.ts'
import { HashesByNumber } from '../store/hashesByNumber.ts'
import type { BlockTreeReader, SideBlockTree, TransactionLocation } from '../store/tree.ts'
import type { MemoryShare } from './privateMemory.ts'

/**
 * A tree with blocks of its own on the branches of a shared one, which does not know them. Its main branch is that of the
 * shared tree.
 */
export class OverlayTree implements SideBlockTree {
  readonly #shared: BlockTreeReader
  readonly #memory: MemoryShare
  #own: Map<Hex, SealedBlock> | undefined
  #ownByNumber: HashesByNumber | undefined
  #labels: Map<Hex, string> | undefined

  constructor(shared: BlockTreeReader, memory: MemoryShare) {
    this.#shared = shared
    this.#memory = memory
  }

  /** The blocks that the shared tree did not have when they were added. */
  get own(): Iterable<SealedBlock> {
    return this.#own?.values() ?? []
  }

  get head(): SealedBlock {
    return this.#known(this.#shared.head)
  }

  get first(): SealedBlock {
    return this.#shared.first
  }

  get sideBlocks(): readonly SealedBlock[] {
    const own = [...this.own].filter((block) => !this.isMain(block))
    const others = this.#shared.sideBlocks.filter(({ hash }) => !this.isOwn(hash))
    return [...own, ...others].sort(
      (one, other) => one.number - other.number || (one.hash < other.hash ? -1 : 1),
    )
  }

  isOwn(hash: Hex): boolean {
    return this.#own?.has(hash) ?? false
  }

  byNumber(number: number): SealedBlock | undefined {
    const block = this.#shared.byNumber(number)
    return block && this.#known(block)
  }

  blocksAt(number: number): readonly SealedBlock[] {
    const blocks = this.#shared.blocksAt(number).map((block) => this.#known(block))
    if (this.#ownByNumber === undefined) return blocks
    const others = new Set(blocks)
    for (const hash of this.#ownByNumber.of(number)) {
      const block = this.#own?.get(hash)
      if (block !== undefined) others.add(block)
    }
    return [...others]
  }

  byHash(hash: Hex): SealedBlock | undefined {
    return (
      this.#own?.get(hash) ??
      this.#own?.get(String(hash).toLowerCase() as Hex) ??
      this.#shared.byHash(hash)
    )
  }

  transaction(hash: Hex): TransactionLocation | undefined {
    const location = this.#shared.transaction(hash)
    return location && { ...location, block: this.#known(location.block) }
  }

  isMain(block: Pick<SealedBlock, 'number' | 'hash'>): boolean {
    return this.#shared.isMain(block)
  }

  ancestorHash(block: SealedBlock, number: number): Uint8Array {
    const shared = this.#shared
    // Blocks of a network before the pinned one are in no tree.
    const lowest = Math.max(number, shared.first.number)
    let at: SealedBlock | undefined = block
    // A pending block is in neither tree, but its parent may be one of this tree.
    while (at !== undefined && at.number > lowest && shared.byHash(at.hash) === undefined) {
      at = this.byHash(at.parentHash)
    }
    // Zeros would be a wrong answer.
    if (at === undefined) throw new Error(`an ancestor of block ${block.number} has been freed`)
    return shared.ancestorHash(at, number)
  }

  labelOf(hash: Hex): string | undefined {
    return this.#labels?.get(hash) ?? this.#shared.labelOf(hash)
  }

  addSideBlock(block: SealedBlock, label?: string): void {
    if (this.byHash(block.hash) !== undefined) return
    if (label !== undefined) {
      this.#labels ??= new Map()
      this.#labels.set(block.hash, label)
    }
    const stored = new StoredBlock(block)
    this.replace(stored)
    this.#memory.add(sideBlockBytes(stored))
  }

  /** Returns this object for a block from now on. */
  replace(block: SealedBlock): void {
    this.#own ??= new Map()
    this.#own.set(block.hash, block)
    this.#ownByNumber ??= new HashesByNumber()
    this.#ownByNumber.add(block)
  }

  /** Returns the shared tree's objects for its blocks again. */
  undoReplacements(): void {
    for (const { hash } of [...this.own]) {
      if (this.#shared.byHash(hash) !== undefined) this.#own?.delete(hash)
    }
  }

  removeSideBlock(hash: Hex): void {
    this.#labels?.delete(hash)
    const block = this.#own?.get(hash)
    if (block === undefined) return
    this.#ownByNumber?.delete(block)
    this.#own?.delete(hash)
    this.#memory.add(-sideBlockBytes(block))
  }

  /** The blocks that another tree over the same one has, too, and that tree has not. */
  alsoIn(other: OverlayTree): SealedBlock[] {
    const isKnown = ({ hash }: SealedBlock) => this.#shared.byHash(hash) !== undefined
    return [...other.own].filter((block) => this.isOwn(block.hash) && !isKnown(block))
  }

  /** Adds the blocks of another tree, as the same objects. */
  adopt(other: OverlayTree): void {
    for (const [hash, label] of other.#labels ?? []) {
      this.#labels ??= new Map()
      this.#labels.set(hash, label)
    }
    for (const block of other.own) {
      if (this.byHash(block.hash) === undefined) this.replace(block)
    }
  }

  /** The same block as this tree returns it, because views compare blocks by identity. */
  #known(block: SealedBlock): SealedBlock {
    return this.#own?.get(block.hash) ?? block
  }
}
