import { toListItem } from '../../../chain/encoding/listItem.ts'
import { encodeRlp, encodeRlpList } from '../../../primitives/rlp.ts'
import type { BlockJson } from '../blockJson.ts'
import { FieldError } from '../fieldError.ts'
import { FieldReader, listOf } from '../fieldReader.ts'
import { encodeHeader } from './header.ts'
import { type EncodedReceipt, encodeReceipt } from './receipt.ts'
import { type EncodedTransaction, encodeTransaction } from './transaction.ts'

/** A block as bytes, part by part. */
export interface EncodedBlock {
  readonly header: Uint8Array
  readonly transactions: readonly EncodedTransaction[]
  readonly receipts: readonly EncodedReceipt[]
  /** headers */
  readonly uncles: readonly Uint8Array[]
  /** from Shanghai on (EIP-4895) */
  readonly withdrawals: readonly Uint8Array[] | undefined
}

/**
 * Makes bytes of a block's JSON, whoever wrote it. Whether they are what they ought to be is for `requireSound` to
 * find out.
 *
 * @param chainId of the chain, where it is known: not every dialect says it of every transaction
 * @throws {FieldError} where a field is missing, or not of its kind
 */
export function encodeBlock(
  { block, receipts, uncles }: BlockJson,
  chainId: number | undefined,
): EncodedBlock {
  const reader = new FieldReader('', block)
  const transactions = reader
    .list('transactions')
    .map((each, index) => encodeTransaction(`transactions[${index}]`, each, chainId))
  const count = listOf('receipts', receipts).length
  if (count !== transactions.length) {
    throw new FieldError('receipts', `${count} for ${transactions.length} transactions`)
  }
  return {
    header: encodeHeader('', block),
    transactions,
    receipts: transactions.map(({ type }, index) =>
      encodeReceipt(`receipts[${index}]`, receipts[index], type),
    ),
    // `map` would step over one that is missing.
    uncles: Array.from(uncles, (uncle, index) => encodeHeader(`uncles[${index}]`, uncle)),
    withdrawals: reader.has('withdrawals')
      ? reader.list('withdrawals').map((each, index) => encodeWithdrawal(index, each))
      : undefined,
  }
}

function encodeWithdrawal(index: number, object: unknown): Uint8Array {
  const reader = new FieldReader(`withdrawals[${index}]`, object)
  return encodeRlp([
    reader.uint('index'),
    reader.uint('validatorIndex'),
    reader.data('address', 20),
    reader.uint('amount'),
  ])
}

/** The block as it is sent over the network. */
export function blockRlp({ header, transactions, uncles, withdrawals }: EncodedBlock): Uint8Array {
  return encodeRlpList([
    header,
    encodeRlpList(transactions.map(({ encoded }) => toListItem(encoded))),
    encodeRlpList(uncles),
    ...(withdrawals === undefined ? [] : [encodeRlpList(withdrawals)]),
  ])
}
