import type { ForkName } from '../../chain/protocol/forks.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { BlockKind, ReceiptKind, TransactionKind } from './sampleKinds.ts'

/** The arguments by which a block can be requested. */
export interface SampleBlock {
  /** QUANTITY */
  readonly number: Hex
  /** DATA, 32 bytes */
  readonly hash: Hex
  readonly transactionCount: number
  readonly uncleCount: number
}

/** The arguments by which a transaction can be requested. */
export interface SampleTransaction {
  readonly block: SampleBlock
  /** QUANTITY: index in the block */
  readonly index: Hex
}

/** Blocks and transactions that transcripts request: the first of each kind, if the chain has any. */
export interface Samples {
  /** block 0, if it is in the range */
  readonly genesis: SampleBlock | undefined
  /** QUANTITY: number of the block before the range */
  readonly below: Hex | undefined
  readonly head: SampleBlock
  /** QUANTITY: number of the block after the head */
  readonly above: Hex
  readonly blocks: Readonly<Partial<Record<BlockKind, SampleBlock>>>
  readonly transactions: Readonly<Partial<Record<TransactionKind | ReceiptKind, SampleTransaction>>>
  /** DATA, 32 bytes: hash of a block of another branch */
  readonly sideBlock: Hex | undefined
  /** DATA, 32 bytes: the same, of one with an access list */
  readonly sideBlockWithAccessList: Hex | undefined
  /** the first block of each fork that is activated after the first block of the range */
  readonly forks: Readonly<Partial<Record<ForkName, SampleBlock>>>
}
