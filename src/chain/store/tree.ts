import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { StoredBlock } from '../encoding/storedBlock.ts'
import { HashesByNumber } from './hashesByNumber.ts'
import { type IndexEntry, TransactionIndex } from './transactionIndex.ts'

export interface TransactionLocation {
  readonly block: SealedBlock
  /** in the block, from 0 */
  readonly index: number
}

/**
 * All blocks of a chain: the main branch by number, all branches by hash. Blocks are added but never changed.
 */
export interface BlockTreeReader {
  /** The last block of the main branch. */
  readonly head: SealedBlock
  /** The first block of the main branch: genesis, unless only a part of a chain was loaded. */
  readonly first: SealedBlock
  /** A block of the main branch. */
  byNumber(number: number): SealedBlock | undefined
  /** A block of any branch, by its hash in upper or lower case. */
  byHash(hash: Hex): SealedBlock | undefined
  /** Finds a transaction of the main branch. */
  transaction(hash: Hex): TransactionLocation | undefined
  /** The blocks that are not on the main branch, sorted by number, then by hash. */
  readonly sideBlocks: readonly SealedBlock[]
  /** The blocks of all branches with a number: first that of the main branch. */
  blocksAt(number: number): readonly SealedBlock[]
  /** The label of the branch for which a side block was built; undefined if it has none. */
  labelOf(hash: Hex): string | undefined
  /** Whether a block is on the main branch. */
  isMain(block: Pick<SealedBlock, 'number' | 'hash'>): boolean
  /**
   * The hash of the ancestor with a number; zero if there is none.
   *
   * @param block of any branch
   * @returns 32 bytes
   */
  ancestorHash(block: SealedBlock, number: number): Uint8Array
}

/** A tree to which blocks can be added. */
export interface SideBlockTree extends BlockTreeReader {
  /**
   * Adds a block that is not on the main branch, readable by hash.
   *
   * @param label of its branch
   */
  addSideBlock(block: SealedBlock, label?: string): void
  /** Removes a block that `addSideBlock` has added. */
  removeSideBlock(hash: Hex): void
}

/** The writable tree. Only the chain adds blocks to it. */
export class BlockTree implements SideBlockTree {
  readonly #byHash = new Map<Hex, SealedBlock>()
  /** the hashes of those that were added as side blocks, even if the main branch has them now */
  readonly #addedAside = new HashesByNumber()
  readonly #labels = new Map<Hex, string>()
  readonly #mainBranch: SealedBlock[] = []
  readonly #transactions = new TransactionIndex()
  readonly #firstNumber: number

  /**
   * @param first genesis, or the first block of a part of a chain
   * @param transactionHashes of its transactions, in order
   */
  constructor(first: SealedBlock, transactionHashes: readonly Hex[] = []) {
    this.#firstNumber = first.number
    this.append(first, transactionHashes)
  }

  get head(): SealedBlock {
    return this.#mainBranch[this.#mainBranch.length - 1] as SealedBlock
  }

  get first(): SealedBlock {
    return this.#mainBranch[0] as SealedBlock
  }

  get sideBlocks(): SealedBlock[] {
    const blocks = [...this.#byHash.values()].filter((block) => !this.isMain(block))
    return blocks.sort(
      (one, other) => one.number - other.number || (one.hash < other.hash ? -1 : 1),
    )
  }

  /** The blocks of all branches, in the order in which they were added. */
  get blocks(): Iterable<SealedBlock> {
    return this.#byHash.values()
  }

  /** The transactions of the main branch with their hashes, in order. */
  *transactions(): Generator<readonly [Hex, TransactionLocation]> {
    for (const [hash, entry] of this.#transactions) yield [hash, this.#locationOf(entry)]
  }

  byNumber(number: number): SealedBlock | undefined {
    return this.#mainBranch[number - this.#firstNumber]
  }

  byHash(hash: Hex): SealedBlock | undefined {
    // Nearly all callers have the hash in lower case.
    return this.#byHash.get(hash) ?? this.#byHash.get(String(hash).toLowerCase() as Hex)
  }

  transaction(hash: Hex): TransactionLocation | undefined {
    const entry = this.#transactions.get(hash)
    return entry && this.#locationOf(entry)
  }

  #locationOf({ blockNumber, index }: IndexEntry): TransactionLocation {
    return { block: this.byNumber(blockNumber) as SealedBlock, index }
  }

  /**
   * Makes a child of the head the new head.
   *
   * @param transactionHashes of the block's transactions, in order; `0x` for one that is not to be found by hash
   */
  append(block: SealedBlock, transactionHashes: readonly Hex[]): void {
    this.#mainBranch.push(this.#store(block))
    for (const [index, hash] of transactionHashes.entries()) {
      if (hash !== '0x') this.#transactions.add(hash, { blockNumber: block.number, index })
    }
  }

  isMain({ number, hash }: Pick<SealedBlock, 'number' | 'hash'>): boolean {
    return this.byNumber(number)?.hash === hash
  }

  ancestorHash(block: SealedBlock, number: number): Uint8Array {
    let at: SealedBlock | undefined = block
    while (at !== undefined && at.number > number && !this.isMain(at)) {
      at = this.#byHash.get(at.parentHash)
    }
    const ancestor = at !== undefined && at.number > number ? this.byNumber(number) : at
    return ancestor?.number === number ? fromHex(ancestor.hash) : new Uint8Array(32)
  }

  blocksAt(number: number): readonly SealedBlock[] {
    const main = this.byNumber(number)
    const blocks = main === undefined ? [] : [main]
    for (const hash of this.#addedAside.of(number)) {
      const block = this.#byHash.get(hash)
      if (block !== undefined && block.hash !== main?.hash) blocks.push(block)
    }
    return blocks
  }

  labelOf(hash: Hex): string | undefined {
    return this.#labels.get(hash)
  }

  removeSideBlock(hash: Hex): void {
    this.#labels.delete(hash)
    const block = this.#byHash.get(hash)
    if (block !== undefined) this.#addedAside.delete(block)
    this.#byHash.delete(hash)
  }

  addSideBlock(block: SealedBlock, label?: string): void {
    this.#addedAside.add(this.#store(block))
    if (label !== undefined) this.#labels.set(block.hash, label)
  }

  /** Returns the existing object for a block that is stored already, because views compare blocks by identity. */
  #store(block: SealedBlock): SealedBlock {
    const existing = this.#byHash.get(block.hash)
    // A block that was loaded broken on purpose may have the hash of another block.
    const isStored = existing?.number === block.number && !existing.recorded && !block.recorded
    if (isStored) return existing
    const stored = block instanceof StoredBlock ? block : new StoredBlock(block)
    this.#byHash.set(block.hash, stored)
    return stored
  }
}
