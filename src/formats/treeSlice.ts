import type { SealedBlock } from '../chain/encoding/block.ts'
import type { BlockTreeReader, TransactionLocation } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'

/** A range of a block tree. */
export interface TreeRange {
  /** number of the first block of the main branch */
  readonly from: number
  /** number of the last one */
  readonly to: number
  /**
   * whether it includes blocks of other branches whose numbers are in the range; if the range ends with the tree's head,
   * also those above it
   */
  readonly sideBranches: boolean
}

/** A range of a block tree as a tree of its own: its main branch begins and ends with the range. */
export class TreeSlice implements BlockTreeReader {
  readonly head: SealedBlock
  readonly first: SealedBlock
  readonly sideBlocks: readonly SealedBlock[]
  readonly #tree: BlockTreeReader
  readonly #range: TreeRange
  /** of other branches */
  readonly #aboveHead: ReadonlySet<SealedBlock>

  /** @throws {RangeError} if the main branch does not have the range */
  constructor(tree: BlockTreeReader, range: TreeRange) {
    this.#tree = tree
    this.#range = range
    this.first = requireBlock(tree, range.from)
    this.head = requireBlock(tree, range.to)
    const { to, sideBranches } = range
    const endsAtHead = to === tree.head.number
    // They are kept, because the tree may grow and make them part of its main branch.
    this.#aboveHead = new Set(
      endsAtHead && sideBranches ? tree.sideBlocks.filter(({ number }) => number > to) : [],
    )
    this.sideBlocks = tree.sideBlocks.filter((block) => this.#includes(block))
  }

  byNumber(number: number): SealedBlock | undefined {
    const { from, to } = this.#range
    return number < from || number > to ? undefined : this.#tree.byNumber(number)
  }

  blocksAt(number: number): readonly SealedBlock[] {
    return this.#tree.blocksAt(number).filter((block) => this.#includes(block))
  }

  labelOf(hash: Hex): string | undefined {
    return this.#tree.labelOf(hash)
  }

  byHash(hash: Hex): SealedBlock | undefined {
    const block = this.#tree.byHash(hash)
    return block !== undefined && this.#includes(block) ? block : undefined
  }

  transaction(hash: Hex): TransactionLocation | undefined {
    const found = this.#tree.transaction(hash)
    return found !== undefined && this.#includes(found.block) ? found : undefined
  }

  isMain(block: Pick<SealedBlock, 'number' | 'hash'>): boolean {
    return this.byNumber(block.number)?.hash === block.hash
  }

  ancestorHash(block: SealedBlock, number: number): Uint8Array {
    return this.#tree.ancestorHash(block, number)
  }

  #includes(block: SealedBlock): boolean {
    const { from, to, sideBranches } = this.#range
    if (this.#aboveHead.has(block)) return true
    if (block.number < from || block.number > to) return false
    return sideBranches || this.#tree.isMain(block)
  }
}

function requireBlock(tree: BlockTreeReader, number: number): SealedBlock {
  const block = tree.byNumber(number)
  if (block === undefined) throw new RangeError(`the main branch has no block ${number}`)
  return block
}
