import { toListItem } from '../../../chain/encoding/listItem.ts'
import { encodeRlp, encodeRlpList } from '../../../primitives/rlp.ts'
import type { BlockJson } from '../blockJson.ts'
import { FieldError } from '../fieldError.ts'
import { FieldReader, listOf } from '../fieldReader.ts'
import { encodeHeader } from './encodeHeader.ts'
import { type EncodedTransaction, encodeTransaction } from './encodeTransaction.ts'
import { type EncodedReceipt, encodeReceipt } from './receipt.ts'

/** The encoded parts of a block. */
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
 * Encodes a block's JSON from any provider. `verifyHashes` checks the result.
 *
 * @param chainId of the chain, if known: some dialects omit it from transactions
 * @throws {FieldError} if a field is missing, or has the wrong type
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
    // `map` would skip a missing one.
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

/** The RLP of the block, as sent over the network. */
export function blockRlp({ header, transactions, uncles, withdrawals }: EncodedBlock): Uint8Array {
  return encodeRlpList([
    header,
    encodeRlpList(transactions.map(({ encoded }) => toListItem(encoded))),
    encodeRlpList(uncles),
    ...(withdrawals === undefined ? [] : [encodeRlpList(withdrawals)]),
  ])
}
