import type { Block, Log, Transaction, Uncle } from '../../chain/encoding/block.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { DialectName } from './dialects.ts'
import type { DialectFacts } from './facts.ts'

/** The transaction that has emitted a log. */
export interface LoggingTransaction {
  /** in the block, from 0 */
  readonly index: number
  readonly hash: Hex
}

/** How the JSON of a dialect differs from that of the others. */
export interface DialectStyle {
  /** whether blocks and uncles have a total difficulty; `ofWork` for blocks with a difficulty above 0 alone */
  readonly hasTotalDifficulty: boolean | 'ofWork'
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
  /** whether each receipt has the timestamp of its block, as a JSON number */
  readonly hasReceiptTimestamp: boolean
  /** whether from Cancun on each receipt has the price of blob gas, and not only those of type 3 */
  readonly hasBlobPriceAlways: boolean
  /** whether `eth_accounts` has accounts that are impersonated */
  readonly listsImpersonated: boolean
  /** whether `eth_signTransaction` returns the fields, too, and not only the bytes */
  readonly showsSignedFields: boolean
  /** whether a transaction that is filled in has its fee cap as gas price, too */
  readonly hasPriceOfCap: boolean
  /** whether addresses of the transaction pool are written with checksums (EIP-55) */
  readonly hasChecksums: boolean
}

/** Whether a block has a total difficulty. */
export function showsTotalDifficulty(
  { hasTotalDifficulty }: DialectStyle,
  difficulty: bigint,
): boolean {
  return hasTotalDifficulty === 'ofWork' ? difficulty > 0n : hasTotalDifficulty
}

/** What a dialect accepts from clients. */
export interface DialectRules {
  /** the lowest tip that is suggested, in wei per gas */
  readonly suggestedTipMin: bigint
  /** whether a transaction must pay a tip of 1 wei, and at most 1 ether for gas, as in geth */
  readonly limitsFees: boolean
  /**
   * whether prices are suggested for the next block, and an omitted fee cap is such a price; otherwise for the head, and an
   * omitted fee cap allows the base fee to double
   */
  readonly pricesNextBlock: boolean
  /** whether a transaction that pays less than the base fee is refused; otherwise it waits in the pool */
  readonly refusesLowFees: boolean
  /** whether a higher fee cap is enough to replace another transaction; otherwise both fees must be 10% higher */
  readonly replacesByFeeCap: boolean
  /** whether the gas of a transaction is limited to 2^24 (EIP-7825) */
  readonly limitsGas: boolean
  /** whether the first account sends what names no sender, and what fails is sent with all the gas of a block */
  readonly fillsIn: boolean
  /** whether a call may name a price below the base fee */
  readonly allowsCheapCalls: boolean
  /** whether gas is estimated exactly, on the pending block, and as 21,000 for a transfer whatever the sender has */
  readonly estimatesExactly: boolean
  /**
   * whether parameters may be written in other ways than in geth: as numbers, in decimal digits, with leading zeros, tags in
   * any case; `eth_feeHistory` without percentiles; a range of logs that ends above the head, before its start or with
   * `pending`; typed data without `message`; a gas price beside fee caps: a call then uses the caps, a transaction
   * the price; a fee cap alone is the price of a call
   */
  readonly readsOtherSpellings: boolean
}

/** Those of nodes of public networks. */
export const strictRules: DialectRules = {
  suggestedTipMin: 0n,
  limitsFees: true,
  pricesNextBlock: false,
  refusesLowFees: false,
  replacesByFeeCap: false,
  limitsGas: true,
  fillsIn: false,
  allowsCheapCalls: false,
  estimatesExactly: false,
  readsOtherSpellings: false,
}

/**
 * The way in which a kind of provider writes a chain as JSON. The objects are ready for `JSON.stringify`, which leaves
 * out undefined fields: those that the block, transaction or dialect does not have.
 */
export interface Dialect {
  readonly name: DialectName
  readonly style: DialectStyle
  readonly rules: DialectRules
  readonly facts: DialectFacts
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
  log(block: Pick<Block, 'header' | 'hash'>, transaction: LoggingTransaction, log: Log): object
}
