import type { SealedBlock } from '../chain/encoding/block.ts'
import { indexesInBlock } from '../chain/store/indexesInBlock.ts'
import type { BlockTreeReader, TransactionLocation } from '../chain/store/tree.ts'
import { parentOf } from '../chain/store/treePath.ts'
import type { Hex } from '../primitives/hex.ts'
import { EndpointMoveError } from './moveError.ts'

/** The canonical chain of a head of its own: the main branch up to the fork, and its own blocks from there. */
export class OwnPath {
  readonly #tree: BlockTreeReader
  /** number of the last block that is also on the main branch */
  #fork: number
  /** the blocks above the fork, oldest first */
  #own: SealedBlock[] = []
  #head: SealedBlock

  /** @throws {EndpointMoveError} NO_SUCH_BLOCK if a block between the main branch and the head is missing */
  constructor(tree: BlockTreeReader, head: SealedBlock) {
    this.#tree = tree
    this.#head = head
    let at: SealedBlock | undefined = head
    while (at !== undefined && !tree.isMain(at)) {
      this.#own.push(at)
      at = parentOf(tree, at)
    }
    if (at === undefined) {
      const problem = `block ${head.hash}: the blocks between it and the main branch are missing`
      throw new EndpointMoveError('NO_SUCH_BLOCK', problem)
    }
    this.#own.reverse()
    this.#fork = at.number
  }

  get head(): SealedBlock {
    return this.#head
  }

  /** Moves the head to one of its children. */
  push(child: SealedBlock): void {
    this.#head = child
    if (this.#tree.isMain(child)) {
      this.#fork = child.number
      this.#own = []
    } else {
      this.#own.push(child)
    }
  }

  blockByNumber(number: number): SealedBlock | undefined {
    if (number > this.#head.number) return undefined
    return number <= this.#fork ? this.#tree.byNumber(number) : this.#own[number - this.#fork - 1]
  }

  transactionByHash(hash: Hex): TransactionLocation | undefined {
    for (const block of this.#own) {
      const index = indexesInBlock(block).get(hash)
      if (index !== undefined) return { block, index }
    }
    const location = this.#tree.transaction(hash)
    return location !== undefined && location.block.number <= this.#fork ? location : undefined
  }
}
