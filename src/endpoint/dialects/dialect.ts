import type { Block, Log, Transaction, Uncle } from '../../chain/encoding/block.ts'

export type DialectName = 'infura' | 'geth'

/** How the JSON of a dialect differs from that of the others. */
export interface DialectStyle {
  /** whether blocks and uncles have a total difficulty */
  readonly hasTotalDifficulty: boolean
  /** whether transactions and logs have the timestamp of their block */
  readonly hasBlockTimestamp: boolean
  /** the lowest type of transactions that have a chain id (EIP-2718) */
  readonly chainIdSince: number
  /** whether `r` and `s` are DATA of 32 bytes, or else QUANTITY */
  readonly hasPaddedSignature: boolean
  /** the fields of a block that are null while it is pending */
  readonly pendingNulls: readonly ('number' | 'hash' | 'nonce' | 'miner' | 'logsBloom')[]
  /** the fields of a header alone that are null where its fork does not have them */
  readonly headerNulls: readonly string[]
}

/**
 * The way in which a kind of provider writes a chain as JSON. The objects are ready for `JSON.stringify`, which leaves
 * out undefined fields: those that the block, transaction or dialect does not have.
 */
export interface Dialect {
  readonly name: DialectName
  readonly style: DialectStyle
  /**
   * @param options `full`: transactions as objects, not as hashes; `pending`: the block is not yet
   * part of the chain
   */
  block(block: Block, options: { readonly full: boolean; readonly pending: boolean }): object
  /** The header alone, as in notifications of new blocks. */
  header(block: Block): object
  /** @param index in the block, from 0; must exist */
  transaction(block: Block, index: number, options: { readonly pending: boolean }): object
  /** A transaction that is in no block. */
  pendingTransaction(transaction: Transaction): object
  uncle(uncle: Uncle): object
  /** @param index of the transaction in the block, from 0; must exist */
  receipt(block: Block, index: number): object
  /** @param index of the transaction in the block, from 0 */
  log(block: Block, index: number, log: Log): object
}
