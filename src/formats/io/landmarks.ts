import type { ForkName } from '../../chain/protocol/forks.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { BlockKind, ReceiptKind, TransactionKind } from './landmarkKinds.ts'

/** By what a block can be asked for. */
export interface BlockPlace {
  /** QUANTITY */
  readonly number: Hex
  /** DATA, 32 bytes */
  readonly hash: Hex
  readonly transactionCount: number
  readonly uncleCount: number
}

/** By what a transaction can be asked for. */
export interface TransactionPlace {
  readonly block: BlockPlace
  /** QUANTITY: place in the block, from 0 */
  readonly index: Hex
}

/** Where on a chain there is something to be seen: the first of each kind, as far as there is one. */
export interface Landmarks {
  /** block 0, unless what is written begins above it */
  readonly genesis: BlockPlace | undefined
  /** QUANTITY: number of the block before the first one that is written */
  readonly below: Hex | undefined
  readonly head: BlockPlace
  /** QUANTITY: number of the first block that is not there yet */
  readonly above: Hex
  readonly blocks: Readonly<Partial<Record<BlockKind, BlockPlace>>>
  readonly transactions: Readonly<Partial<Record<TransactionKind | ReceiptKind, TransactionPlace>>>
  /** DATA, 32 bytes: hash of a block that is not on the main branch */
  readonly sideBlock: Hex | undefined
  /** the first block of each fork that comes after the first block that is written */
  readonly forks: Readonly<Partial<Record<ForkName, BlockPlace>>>
}
