import type { SealedBlock } from '../chain/encoding/block.ts'
import type { BlockTreeReader, TransactionPlace } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'

/** Which blocks of a tree are wanted. */
export interface TreeRange {
  /** number of the first block of the main branch */
  readonly from: number
  /** number of the last one */
  readonly to: number
  /** whether the blocks of other branches are wanted, too, as far as their numbers are in the range */
  readonly sideBranches: boolean
}

/** Part of a tree as if there were no more: its main branch begins and ends with the range. */
export class RangeOfTree implements BlockTreeReader {
  readonly head: SealedBlock
  readonly first: SealedBlock
  readonly sideBlocks: readonly SealedBlock[]
  readonly #tree: BlockTreeReader
  readonly #range: TreeRange

  /** @throws {RangeError} where the main branch has not got these blocks */
  constructor(tree: BlockTreeReader, range: TreeRange) {
    this.#tree = tree
    this.#range = range
    this.first = requireBlock(tree, range.from)
    this.head = requireBlock(tree, range.to)
    this.sideBlocks = tree.sideBlocks.filter((block) => this.#holds(block))
  }

  byNumber(number: number): SealedBlock | undefined {
    const { from, to } = this.#range
    return number < from || number > to ? undefined : this.#tree.byNumber(number)
  }

  byHash(hash: Hex): SealedBlock | undefined {
    const block = this.#tree.byHash(hash)
    return block !== undefined && this.#holds(block) ? block : undefined
  }

  transaction(hash: Hex): TransactionPlace | undefined {
    const place = this.#tree.transaction(hash)
    return place !== undefined && this.#holds(place.block) ? place : undefined
  }

  isMain(block: Pick<SealedBlock, 'number' | 'hash'>): boolean {
    return this.byNumber(block.number)?.hash === block.hash
  }

  #holds(block: SealedBlock): boolean {
    const { from, to, sideBranches } = this.#range
    if (block.number < from || block.number > to) return false
    return sideBranches || this.#tree.isMain(block)
  }
}

function requireBlock(tree: BlockTreeReader, number: number): SealedBlock {
  const block = tree.byNumber(number)
  if (block === undefined) throw new RangeError(`the main branch has no block ${number}`)
  return block
}
