import { toBigInt, toHex, toNumber } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { readRlp } from '../../primitives/readRlp.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import type { Block, Receipt, SealedBlock, Transaction, Uncle, Withdrawal } from './block.ts'
import { decodeHeader } from './decode/decodeHeader.ts'
import { decodeTransaction } from './decode/decodeTransaction.ts'
import { decodeReceipts } from './decode/receipt.ts'
import type { TransactionItem } from './listItem.ts'
import { senderAt } from './senders.ts'
import { receiptItems } from './storedBlock.ts'

type Bytes = Uint8Array

/** Decodes a stored block with its receipts. */
export function decodeBlock(sealed: SealedBlock): Block {
  // The copy evaluates the getter of the receipts.
  return { ...decodeBlockLazily(sealed) }
}

/** Decodes a stored block. Its receipts, which take longer than all the rest, are decoded on first access. */
export function decodeBlockLazily(sealed: SealedBlock): Block {
  const [headerItems, transactionItems, uncles, withdrawals] = readRlp(sealed.rlp) as [
    Bytes[],
    TransactionItem[],
    Bytes[][],
    Bytes[][]?,
  ]
  const { blobGasPrice } = sealed
  const header = decodeHeader(headerItems)
  const transactions = decodeItems(transactionItems, sealed)
  const { baseFeePerGas = 0n } = header
  let receipts: readonly Receipt[] | undefined
  return {
    hash: sealed.hash,
    header,
    totalDifficulty: sealed.totalDifficulty,
    size: sealed.rlp.length,
    transactions,
    get receipts() {
      receipts ??= decodeReceipts(receiptItems(sealed), transactions, {
        baseFeePerGas,
        blobGasPrice,
      })
      return receipts
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
