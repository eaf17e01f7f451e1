import { fromHex, type Hex } from '../primitives/hex.ts'
import type { SealedBlock } from './block.ts'
import { StoredBlock } from './storedBlock.ts'
import { TransactionIndex } from './transactionIndex.ts'

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
export class BlockTree {
  readonly #byHash = new Map<Hex, SealedBlock>()
  readonly #mainBranch: SealedBlock[] = []
  readonly #transactions = new TransactionIndex()

  constructor(genesis: SealedBlock) {
    this.append(genesis, [])
  }

  /** The last block of the main branch. */
  get head(): SealedBlock {
    return this.#mainBranch[this.#mainBranch.length - 1] as SealedBlock
  }

  get genesis(): SealedBlock {
    return this.#mainBranch[0] as SealedBlock
  }

  /** A block of the main branch. */
  byNumber(number: number): SealedBlock | undefined {
    return this.#mainBranch[number]
  }

  /** A block of any branch. */
  byHash(hash: Hex): SealedBlock | undefined {
    return this.#byHash.get(hash)
  }

  /** Where a transaction stands on the main branch. */
  transaction(hash: Hex): TransactionPlace | undefined {
    const entry = this.#transactions.get(hash)
    return (
      entry && { block: this.#mainBranch[entry.blockNumber] as SealedBlock, index: entry.index }
    )
  }

  /**
   * Makes a child of the head the new head.
   *
   * @param transactionHashes those of the block's transactions, in their order
   */
  append(block: SealedBlock, transactionHashes: readonly Hex[]): void {
    const stored = new StoredBlock(block)
    this.#mainBranch.push(stored)
    this.#byHash.set(block.hash, stored)
    for (const [index, hash] of transactionHashes.entries()) {
      this.#transactions.add(hash, { blockNumber: block.number, index })
    }
  }

  /** Whether a block is on the main branch. */
  isMain({ number, hash }: Pick<SealedBlock, 'number' | 'hash'>): boolean {
    return this.#mainBranch[number]?.hash === hash
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
    const ancestor = at !== undefined && at.number > number ? this.#mainBranch[number] : at
    return ancestor?.number === number ? fromHex(ancestor.hash) : new Uint8Array(32)
  }

  /** Takes back a block that `addSideBlock` has added. */
  removeSideBlock(hash: Hex): void {
    this.#byHash.delete(hash)
  }

  /** Keeps a block that is not on the main branch readable by its hash. */
  addSideBlock(block: SealedBlock): void {
    this.#byHash.set(block.hash, new StoredBlock(block))
  }
}
