import type { Chain } from '../../chain/chain.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { StoredBlock } from '../../chain/encoding/storedBlock.ts'
import { PathIndex } from '../../chain/store/pathIndex.ts'
import type { TransactionLocation } from '../../chain/store/tree.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { BlockTag, CanonicalChain, View } from '../view.ts'
import type { Position } from './position.ts'

/** The position of an endpoint of another process, with all blocks of its canonical chain. Immutable. */
export interface CopiedPosition {
  readonly position: Position
  /** the blocks above the main branch, oldest first */
  readonly own: readonly SealedBlock[]
  /** of these blocks, and of those that follow them at later positions */
  readonly index: PathIndex
}

/** @param before the position that was received before; undefined for the first one */
export function receivePosition(
  position: Position,
  before: CopiedPosition | undefined,
): CopiedPosition {
  const { own = [], index = new PathIndex() } = before ?? {}
  const added = position.blocks.map((fields) => StoredBlock.of(fields))
  return {
    position,
    own: [...own.slice(0, position.kept), ...added],
    index: position.kept === own.length ? index : new PathIndex(),
  }
}

/** The blocks of an endpoint of another process, at one position of it. Other branches are not known. */
export class CopiedView implements View {
  readonly chain: Chain
  readonly #position: Position
  readonly #own: readonly SealedBlock[]
  readonly #index: PathIndex
  readonly head: SealedBlock

  private constructor(chain: Chain, { position, own, index }: CopiedPosition, base: SealedBlock) {
    this.chain = chain
    this.#position = position
    this.#own = own
    this.#index = index
    this.head = own.at(-1) ?? base
  }

  /** @returns undefined while the chain of this process is not as long as that of the other one */
  static create(chain: Chain, copied: CopiedPosition): CopiedView | undefined {
    const { number, hash } = copied.position.base
    const base = chain.tree.byNumber(number)
    return base?.hash === hash ? new CopiedView(chain, copied, base) : undefined
  }

  blockByNumber(number: number): SealedBlock | undefined {
    const { base } = this.#position
    return number > base.number
      ? this.#own[number - base.number - 1]
      : this.chain.tree.byNumber(number)
  }

  canonicalChain(): CanonicalChain {
    return (number) => this.blockByNumber(number)
  }

  isCanonical(block: SealedBlock): boolean {
    return this.blockByNumber(block.number) === block
  }

  /** A block of the canonical chain: of other branches, each process may have others. */
  blockByHash(hash: Hex): SealedBlock | undefined {
    const own = this.#index.block(this.#own, hash.toLowerCase() as Hex)
    if (own !== undefined) return own
    const block = this.chain.tree.byHash(hash)
    return block !== undefined && this.isCanonical(block) ? block : undefined
  }

  blockByTag(tag: BlockTag): SealedBlock | undefined {
    if (tag === 'latest') return this.head
    if (tag === 'earliest') return this.chain.tree.first
    const number = this.#position[tag]
    return number === undefined ? undefined : this.blockByNumber(number)
  }

  /** It follows from more than the blocks. */
  pendingBlock(): Promise<SealedBlock | undefined> {
    return Promise.resolve(undefined)
  }

  transactionByHash(hash: Hex): TransactionLocation | undefined {
    const own = this.#index.transaction(this.#own, hash)
    if (own !== undefined) return own
    const location = this.chain.tree.transaction(hash)
    return location !== undefined && this.isCanonical(location.block) ? location : undefined
  }

  get recordedAnswers(): View['recordedAnswers'] {
    return this.#position.isWithChain ? this.chain.recordedAnswers : undefined
  }
}
