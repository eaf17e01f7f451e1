import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import type { BlockTreeReader, TransactionLocation } from '../chain/store/tree.ts'
import { parentOf } from '../chain/store/treePath.ts'
import { OwnPath } from '../endpoint/ownPath.ts'
import type { Hex } from '../primitives/hex.ts'

/**
 * The blocks of an endpoint at one moment as a tree: its main branch is the canonical chain of a head. Blocks of other
 * branches are those that were mined for the endpoint, those of the shared tree up to the height of the head, and their
 * ancestors.
 */
export class EndpointTree implements BlockTreeReader {
  readonly head: SealedBlock
  readonly sideBlocks: readonly SealedBlock[]
  readonly #tree: BlockTreeReader
  readonly #path: OwnPath

  constructor(chain: Overlay, head: SealedBlock) {
    const { tree } = chain
    this.#tree = tree
    this.#path = new OwnPath({ tree, restoreParent: (block) => parentOf(tree, block) }, head)
    this.head = head
    // The tree may grow while it is exported.
    this.sideBlocks = this.#findSideBlocks(chain)
  }

  get first(): SealedBlock {
    return this.#tree.first
  }

  byNumber(number: number): SealedBlock | undefined {
    return this.#path.blockByNumber(number)
  }

  byHash(hash: Hex): SealedBlock | undefined {
    const block = this.#tree.byHash(hash)
    const main = block && this.byNumber(block.number)
    // A state that is set by hand replaces the object of a block in the tree, and not on the path.
    return main !== undefined && main.hash === block?.hash ? main : block
  }

  blocksAt(number: number): readonly SealedBlock[] {
    const main = this.byNumber(number)
    const others = this.sideBlocks.filter((block) => block.number === number)
    return main === undefined ? others : [main, ...others]
  }

  labelOf(hash: Hex): string | undefined {
    return this.#tree.labelOf(hash)
  }

  transaction(hash: Hex): TransactionLocation | undefined {
    return this.#path.transactionByHash(hash)
  }

  isMain({ number, hash }: Pick<SealedBlock, 'number' | 'hash'>): boolean {
    return this.byNumber(number)?.hash === hash
  }

  ancestorHash(block: SealedBlock, number: number): Uint8Array {
    return this.#tree.ancestorHash(block, number)
  }

  #findSideBlocks(chain: Overlay): readonly SealedBlock[] {
    const tree = this.#tree
    const found = new Map<Hex, SealedBlock>()
    const add = (block: SealedBlock | undefined): void => {
      let at = block
      while (at !== undefined && !this.isMain(at) && !found.has(at.hash)) {
        found.set(at.hash, at)
        at = parentOf(tree, at)
      }
    }
    for (const block of tree.sideBlocks) {
      if (block.number <= this.head.number || chain.isOwn(block.hash)) add(block)
    }
    for (let number = this.head.number; !this.#isShared(number); number--) {
      add(tree.byNumber(number))
    }
    return [...found.values()].sort(
      (one, other) => one.number - other.number || (one.hash < other.hash ? -1 : 1),
    )
  }

  /** Whether the main branch of the tree has the canonical block at a height. */
  #isShared(number: number): boolean {
    const block = this.byNumber(number)
    return block === undefined || this.#tree.isMain(block)
  }
}
