import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import { PathIndex } from '../chain/store/pathIndex.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import { withAdded } from '../primitives/withAdded.ts'
import { EndpointMoveError } from './moveError.ts'

/** A chain, whose tree may be replaced by one with the same blocks and more. */
type BaseChain = Pick<Overlay, 'tree' | 'restoreParent'>

/** The canonical chain of a head of its own: the main branch up to the fork, and its own blocks from there. */
export class OwnPath {
  readonly #chain: BaseChain
  /** number of the last block that is also on the main branch */
  #fork: number
  /** the blocks above the fork, oldest first */
  #own: SealedBlock[] = []
  /** of these blocks; undefined until a transaction is looked for */
  #index: PathIndex | undefined
  #head: SealedBlock

  /** @throws {EndpointMoveError} NO_SUCH_BLOCK if a block between the main branch and the head is missing */
  constructor(chain: BaseChain, head: SealedBlock) {
    const { tree } = chain
    this.#chain = chain
    this.#head = head
    let at: SealedBlock | undefined = head
    while (at !== undefined && !tree.isMain(at)) {
      this.#own = withAdded(this.#own, at)
      at = chain.restoreParent(at)
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
    if (this.#chain.tree.isMain(child)) {
      this.#fork = child.number
      this.#own = []
      this.#index = undefined
    } else {
      this.#own = withAdded(this.#own, child)
    }
  }

  blockByNumber(number: number): SealedBlock | undefined {
    if (number > this.#head.number) return undefined
    return number <= this.#fork
      ? this.#chain.tree.byNumber(number)
      : this.#own[number - this.#fork - 1]
  }

  transactionByHash(hash: Hex): TransactionLocation | undefined {
    this.#index ??= new PathIndex()
    const own = this.#index.transaction(this.#own, hash)
    if (own !== undefined) return own
    const location = this.#chain.tree.transaction(hash)
    return location !== undefined && location.block.number <= this.#fork ? location : undefined
  }
}
