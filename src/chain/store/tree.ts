import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { StoredBlock } from '../encoding/storedBlock.ts'
import { type IndexEntry, TransactionIndex } from './transactionIndex.ts'

/** Where a transaction stands. */
export interface TransactionPlace {
  readonly block: SealedBlock
  /** place in the block, from 0 */
  readonly index: number
}

/**
 * Every block of a chain: the main branch by number, all branches by hash. Blocks are only ever added, so what
 * was read once stays true.
 */
export interface BlockTreeReader {
  /** The last block of the main branch. */
  readonly head: SealedBlock
  /** The first block of the main branch: genesis, but where only part of a chain was loaded. */
  readonly first: SealedBlock
  /** A block of the main branch. */
  byNumber(number: number): SealedBlock | undefined
  /** A block of any branch. */
  byHash(hash: Hex): SealedBlock | undefined
  /** Where a transaction stands on the main branch. */
  transaction(hash: Hex): TransactionPlace | undefined
  /** The blocks that are not on the main branch, by number, those of a number by hash. */
  readonly sideBlocks: readonly SealedBlock[]
  /** Whether a block is on the main branch. */
  isMain(block: Pick<SealedBlock, 'number' | 'hash'>): boolean
}

/** The blocks of a chain, to be added to: by the chain alone, which knows what each is built on. */
export class BlockTree implements BlockTreeReader {
  readonly #byHash = new Map<Hex, SealedBlock>()
  readonly #mainBranch: SealedBlock[] = []
  readonly #transactions = new TransactionIndex()
  readonly #firstNumber: number

  /**
   * @param first genesis, or of a part of a chain the first block
   * @param transactionHashes those of its transactions, in their order
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

  /** The blocks of all branches, in the order in which they came. */
  get blocks(): Iterable<SealedBlock> {
    return this.#byHash.values()
  }

  /** The transactions of the main branch by their hashes, those of a block in their order. */
  *transactions(): Generator<readonly [Hex, TransactionPlace]> {
    for (const [hash, entry] of this.#transactions) yield [hash, this.#placeOf(entry)]
  }

  byNumber(number: number): SealedBlock | undefined {
    return this.#mainBranch[number - this.#firstNumber]
  }

  byHash(hash: Hex): SealedBlock | undefined {
    return this.#byHash.get(hash)
  }

  transaction(hash: Hex): TransactionPlace | undefined {
    const entry = this.#transactions.get(hash)
    return entry && this.#placeOf(entry)
  }

  #placeOf({ blockNumber, index }: IndexEntry): TransactionPlace {
    return { block: this.byNumber(blockNumber) as SealedBlock, index }
  }

  /**
   * Makes a child of the head the new head.
   *
   * @param transactionHashes those of the block's transactions, in their order; `0x` for one that cannot be found
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

  /**
   * The hash of the ancestor of that number; zero where there is none.
   *
   * @param block of any branch
   * @returns 32 bytes
   */
  ancestorHash(block: SealedBlock, number: number): Uint8Array {
    let at: SealedBlock | undefined = block
    while (at !== undefined && at.number > number && !this.isMain(at)) {
      at = this.#byHash.get(at.parentHash)
    }
    const ancestor = at !== undefined && at.number > number ? this.byNumber(number) : at
    return ancestor?.number === number ? fromHex(ancestor.hash) : new Uint8Array(32)
  }

  /** Takes back a block that `addSideBlock` has added. */
  removeSideBlock(hash: Hex): void {
    this.#byHash.delete(hash)
  }

  /** Keeps a block that is not on the main branch readable by its hash. */
  addSideBlock(block: SealedBlock): void {
    this.#store(block)
  }

  /** A block that is there already stays the object that it is: views tell blocks by that. */
  #store(block: SealedBlock): SealedBlock {
    const existing = this.#byHash.get(block.hash)
    // What was loaded broken on purpose may have the hash of another block.
    const isStored = existing?.number === block.number && !existing.recorded && !block.recorded
    if (isStored) return existing
    const stored = new StoredBlock(block)
    this.#byHash.set(block.hash, stored)
    return stored
  }
}
