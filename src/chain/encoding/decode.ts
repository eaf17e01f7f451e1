import { type Hex, toBigInt, toHex, toNumber } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { readRlp } from '../../primitives/readRlp.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import type { Block, Receipt, SealedBlock, Transaction, Uncle, Withdrawal } from './block.ts'
import { decodeHeader } from './decode/decodeHeader.ts'
import { decodeTransaction } from './decode/decodeTransaction.ts'
import { decodeReceipts } from './decode/receipt.ts'
import { fromListItem, type TransactionItem } from './listItem.ts'
import { senderAt } from './senders.ts'
import { receiptItems } from './storedBlock.ts'

type Bytes = Uint8Array

/** Decodes a stored block with its receipts. */
export function decodeBlock(sealed: SealedBlock): Block {
  const { transactionHash: _, ...block } = decodeBlockLazily(sealed)
  return block
}

/** A block whose parts are decoded as they are read. */
export interface LazyBlock extends Block {
  /**
   * The hash of a transaction, without decoding it.
   *
   * @param index in the block, from 0; must exist
   */
  transactionHash(index: number): Hex
}

/** Decodes a stored block. Its transactions and receipts, which take longest, are decoded on first access. */
export function decodeBlockLazily(sealed: SealedBlock): LazyBlock {
  const [headerItems, transactionItems, uncles, withdrawals] = readRlp(sealed.rlp) as [
    Bytes[],
    TransactionItem[],
    Bytes[][],
    Bytes[][]?,
  ]
  const { blobGasPrice } = sealed
  const header = decodeHeader(headerItems)
  const { baseFeePerGas = 0n } = header
  let transactions: readonly Transaction[] | undefined
  let receipts: readonly Receipt[] | undefined
  return {
    hash: sealed.hash,
    header,
    totalDifficulty: sealed.totalDifficulty,
    size: sealed.rlp.length,
    get transactions() {
      transactions ??= decodeItems(transactionItems, sealed)
      return transactions
    },
    get receipts() {
      receipts ??= decodeReceipts(receiptItems(sealed), this.transactions, {
        baseFeePerGas,
        blobGasPrice,
      })
      return receipts
    },
    blobGasPrice,
    transactionHash(index) {
      if (transactions !== undefined) return (transactions[index] as Transaction).hash
      return toHex(keccak256(fromListItem(transactionItems[index] as TransactionItem)))
    },
    uncles: uncles.map(decodeUncle),
    ...(withdrawals && { withdrawals: withdrawals.map(decodeWithdrawal) }),
  }
}

/** Decodes the transactions of a stored block. */
export function decodeTransactions(
  block: Pick<SealedBlock, 'rlp' | 'senders'>,
): readonly Transaction[] {
  const [, items] = readRlp(block.rlp) as [unknown, TransactionItem[]]
  return decodeItems(items, block)
}

function decodeItems(
  items: readonly TransactionItem[],
  block: Pick<SealedBlock, 'senders'>,
): readonly Transaction[] {
  return items.map((item, index) => decodeTransaction(item, toHex(senderAt(block, index))))
}

function decodeUncle(fields: Bytes[]): Uncle {
  return {
    hash: toHex(keccak256(encodeRlp(fields))),
    header: decodeHeader(fields),
    size: encodeRlp([fields, [], []]).length,
  }
}

function decodeWithdrawal(fields: Bytes[]): Withdrawal {
  const [index, validatorIndex, address, amount] = fields as [Bytes, Bytes, Bytes, Bytes]
  return {
    index: toNumber(index),
    validatorIndex: toNumber(validatorIndex),
    address: toHex(address),
    amount: toBigInt(amount),
  }
}
