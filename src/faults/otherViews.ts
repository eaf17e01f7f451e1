import type { ViewedChain } from '../chain/chain.ts'
import type { RecordedAnswers } from '../chain/chainParts.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerStateRoot } from '../chain/encoding/decode/headerStateRoot.ts'
import { decodeBlock } from '../chain/encoding/decode.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { PrunedHistoryFact } from '../endpoint/dialects/facts.ts'
import { fillIn } from '../endpoint/dialects/words.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { HeadView } from '../endpoint/headView.ts'
import type { BlockTag, CanonicalChain, View } from '../endpoint/view.ts'
import type { Hex } from '../primitives/hex.ts'
import { ViewError } from './viewError.ts'

// Views of an endpoint's chain that lead to wrong answers.

/**
 * An endpoint as it was before its newest blocks arrived. Unlike an endpoint that lags, it does not find these blocks
 * by hash either.
 */
export class StaleView extends HeadView {
  readonly #base: Endpoint

  /** @param blocks how many of the newest blocks have not arrived yet; the first block always has */
  constructor(base: Endpoint, blocks: number) {
    super(base.key, base.chain)
    this.pointer.follow({ behind: base, by: blocks })
    this.#base = base
  }

  override blockByHash(hash: Hex): SealedBlock | undefined {
    const block = super.blockByHash(hash)
    return block !== undefined && block.number <= this.head.number ? block : undefined
  }

  override blockByTag(tag: BlockTag): SealedBlock | undefined {
    if (tag === 'latest' || tag === 'earliest') return super.blockByTag(tag)
    const block = this.#base.blockByTag(tag)
    if (block === undefined) return undefined
    const behind = this.#base.head.number - this.head.number
    // If finality has stalled, it stalled before these blocks.
    const isMoving = typeof this.#base.finality === 'object'
    return this.blockByNumber(block.number - (isMoving ? behind : 0))
  }
}

/** An endpoint as it is, for a response that is only compared with the faulty one. */
export class ComparisonView extends StaleView {
  readonly isComparison = true

  constructor(base: Endpoint) {
    super(base, 0)
  }
}

/** A view that confuses some blocks with others. */
abstract class MistakenView implements View {
  readonly chain: ViewedChain
  protected readonly base: View
  /** by the block that replaced it, the block that was looked up */
  readonly #originals = new Map<SealedBlock, SealedBlock>()

  constructor(base: View) {
    this.chain = base.chain
    this.base = base
  }

  /** The block that it uses in place of another. */
  protected abstract replacementOf(block: SealedBlock): SealedBlock | undefined

  /** The location that it uses in place of a transaction's. */
  protected abstract replacementLocation(
    location: TransactionLocation,
    hash: Hex,
  ): TransactionLocation | undefined

  get head(): SealedBlock {
    return this.#instead(this.base.head) ?? this.base.head
  }

  blockByNumber(number: number): SealedBlock | undefined {
    return this.#instead(this.base.blockByNumber(number))
  }

  isCanonical(block: SealedBlock): boolean {
    return this.base.isCanonical(this.#originals.get(block) ?? block)
  }

  canonicalChain(): CanonicalChain {
    const blockByNumber = this.base.canonicalChain()
    return (number) => this.#instead(blockByNumber(number))
  }

  blockByHash(hash: Hex): SealedBlock | undefined {
    return this.#instead(this.base.blockByHash(hash))
  }

  blockByTag(tag: BlockTag): SealedBlock | undefined {
    return this.#instead(this.base.blockByTag(tag))
  }

  pendingBlock(): Promise<SealedBlock | undefined> {
    return this.base.pendingBlock().then((block) => this.#instead(block))
  }

  transactionByHash(hash: Hex): TransactionLocation | undefined {
    const location = this.base.transactionByHash(hash)
    return location && this.replacementLocation(location, hash)
  }

  get recordedAnswers(): RecordedAnswers | undefined {
    return this.base.recordedAnswers
  }

  #instead(block: SealedBlock | undefined): SealedBlock | undefined {
    const other = block && this.replacementOf(block)
    if (block !== undefined && other !== undefined) this.#originals.set(other, block)
    return other
  }
}

/** A view that uses the block before in place of each block; null for the first. */
export class PreviousBlockView extends MistakenView {
  protected replacementOf({ parentHash }: SealedBlock): SealedBlock | undefined {
    return this.chain.tree.byHash(parentHash)
  }

  protected replacementLocation(location: TransactionLocation): TransactionLocation {
    return location
  }
}

/** A view without the blocks that are not on the branch of the head. */
export class MainBranchView extends MistakenView {
  protected replacementOf(block: SealedBlock): SealedBlock | undefined {
    return this.base.isCanonical(block) ? block : undefined
  }

  protected replacementLocation(location: TransactionLocation): TransactionLocation {
    return location
  }
}

/** A view that uses another block of the same height in place of each block; null if there is none. */
export class OtherBranchView extends MistakenView {
  protected replacementOf({ number, hash }: SealedBlock): SealedBlock | undefined {
    const { tree } = this.chain
    const main = tree.byNumber(number)
    const others = [...(main === undefined ? [] : [main]), ...tree.sideBlocks].filter(
      (block) => block.number === number && block.hash !== hash,
    )
    return others.find(({ senders }) => senders.length > 0) ?? others[0]
  }

  protected replacementLocation(
    { block }: TransactionLocation,
    hash: Hex,
  ): TransactionLocation | undefined {
    const other = this.replacementOf(block)
    if (other === undefined) return undefined
    const index = decodeBlock(other).transactions.findIndex((one) => one.hash === hash)
    return index === -1 ? undefined : { block: other, index }
  }
}

/** How a node words that it no longer has a state: geth before it served states of the past from diffs, or geth 1.17.8. */
export type PrunedStateStyle = 'missingTrieNode' | 'historicalState'

/** A view for methods about state, of a node that has the state of its newest blocks only. */
export class PrunedView extends MistakenView {
  readonly #oldestKept: number
  readonly #style: PrunedStateStyle

  /** @param keep how many of the newest blocks have their state */
  constructor(base: View, keep: number, style: PrunedStateStyle) {
    super(base)
    this.#oldestKept = keep === 0 ? Number.POSITIVE_INFINITY : base.head.number - keep + 1
    this.#style = style
  }

  /** A node knows its head even without the state after it. */
  override get head(): SealedBlock {
    return this.base.head
  }

  /** @throws {ViewError} if the state of the block is pruned */
  protected replacementOf(block: SealedBlock): SealedBlock {
    if (block.number >= this.#oldestKept) return block
    const message = prunedStateMessage(block, this.#style)
    throw new ViewError({ code: GETH_ERROR, message }, { block: block.number })
  }

  /** A recorded response would hide that the state is pruned. */
  override get recordedAnswers(): undefined {
    return undefined
  }

  /** Only traces look up a transaction here, and need the state before it. */
  protected replacementLocation(place: TransactionLocation): TransactionLocation {
    return { ...place, block: this.replacementOf(place.block) }
  }
}

/** What a client asks of blocks whose history may be pruned. */
export type HistoryPart = 'blocks' | 'receipts' | 'logs'

/** A view of a node that has only the headers of old blocks. */
export class PrunedHistoryView extends MistakenView {
  readonly #earliest: number
  readonly #fact: PrunedHistoryFact
  readonly #part: HistoryPart

  /**
   * @param before the first block that is available in full; the head always is
   * @param part what is asked of the blocks
   */
  constructor(base: View, before: number, fact: PrunedHistoryFact, part: HistoryPart) {
    super(base)
    this.#earliest = Math.min(before, base.head.number)
    this.#fact = fact
    this.#part = part
  }

  /** @throws {ViewError} if the node answers with an error */
  protected replacementOf(block: SealedBlock): SealedBlock | undefined {
    if (block.number >= this.#earliest) return block
    const outcome = this.#fact[this.#part]
    if (outcome === 'kept' || outcome === 'fewer') return block
    if (outcome === 'null') return undefined
    const { code, message } = this.#fact
    const values = { requested: block.number, earliest: this.#earliest }
    throw new ViewError({ code, message: fillIn(message, values) as string })
  }

  override blockByTag(tag: BlockTag): SealedBlock | undefined {
    const isMoved = tag === 'earliest' && this.#fact.movesEarliest === true
    return isMoved ? this.blockByNumber(this.#earliest) : super.blockByTag(tag)
  }

  get logsFrom(): number {
    return this.#part === 'logs' ? this.#earliest : 0
  }

  /** A recorded response would hide what is pruned. */
  override get recordedAnswers(): undefined {
    return undefined
  }

  /** Its index of transactions begins with the blocks that are available in full. */
  protected replacementLocation(location: TransactionLocation): TransactionLocation | undefined {
    const isThere = this.#part === 'blocks' && this.#fact.blocks === 'kept'
    return location.block.number >= this.#earliest || isThere ? location : undefined
  }
}

/** A view of a node that is still building its index of transactions. */
export class IndexingView extends MistakenView {
  readonly #from: number
  readonly #looksInPool: boolean

  /**
   * @param from the first block whose transactions are in the index; undefined if none is
   * @param looksInPool whether the method looks for the transaction in the pool, too, before it fails
   */
  constructor(base: View, from: number | undefined, looksInPool: boolean) {
    super(base)
    this.#from = from ?? Number.POSITIVE_INFINITY
    this.#looksInPool = looksInPool
  }

  protected replacementOf(block: SealedBlock): SealedBlock {
    return block
  }

  protected replacementLocation(location: TransactionLocation): TransactionLocation {
    return location
  }

  override transactionByHash(hash: Hex): TransactionLocation | undefined {
    const location = super.transactionByHash(hash)
    if (location !== undefined && location.block.number >= this.#from) return location
    if (!this.#looksInPool) this.requireIndex()
    return undefined
  }

  /** @throws {ViewError} because the index may lack a transaction that was not found */
  requireIndex(): void {
    throw new ViewError({ code: GETH_ERROR, message: INDEXING, data: INDEXING })
  }
}

/** geth: `internal/ethapi/errors.go`, as message and data. */
const INDEXING = 'transaction indexing is in progress'

/** The code of all errors that have none of their own in geth. */
const GETH_ERROR = -32000

/** geth: `trie/errors.go` with `triedb/hashdb/database.go`, and `core/state/database_history.go`. */
function prunedStateMessage(block: SealedBlock, style: PrunedStateStyle): string {
  const root = headerStateRoot(block)?.slice(2)
  // Only the pending block of a recording has no header.
  if (root === undefined) return 'pending state is not available'
  return style === 'missingTrieNode'
    ? `missing trie node ${root} (path ) state 0x${root} is not available, not found`
    : `historical state ${root} is not available`
}
