import {
  type AuthorizationEntry,
  type Block,
  type Log,
  nonceOf,
  type Transaction,
  type Withdrawal,
} from '../../chain/encoding/block.ts'
import { effectiveGasPrice } from '../../chain/encoding/decode/receipt.ts'
import {
  addedHeaderFieldNames,
  type Header,
  type HeaderFieldName,
} from '../../chain/encoding/header.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import {
  type Dialect,
  type DialectRules,
  type DialectStyle,
  type LoggingTransaction,
  showsTotalDifficulty,
  strictRules,
} from './dialect.ts'
import type { DialectName } from './dialects.ts'
import type { DialectFacts } from './facts.ts'

/**
 * @param rules by default those of nodes of public networks
 * @param facts by default none: it answers as geth does
 * @returns what writes blocks as a kind of provider does, which differs from others as `style` says
 */
export function createDialect(
  name: DialectName,
  style: DialectStyle,
  rules: DialectRules = strictRules,
  facts: DialectFacts = { unknown: [] },
): Dialect {
  const headerNulls = nulls(style.headerNulls)
  const pendingNulls = nulls(style.pendingNulls)
  return {
    name,
    style,
    rules,
    facts,

    block(block, { full, pending }) {
      const transactions = block.transactions.map((transaction, index) =>
        full
          ? writeTransaction(style, transaction, pending ? undefined : { block, index })
          : transaction.hash,
      )
      return {
        ...writeHeader(block.hash, block.header),
        size: toQuantity(block.size),
        transactions,
        uncles: block.uncles.map((uncle) => uncle.hash),
        withdrawals: block.withdrawals?.map(writeWithdrawal),
        ...(showsTotalDifficulty(style, block.header.difficulty) && {
          totalDifficulty: toQuantity(block.totalDifficulty),
        }),
        ...(pending && pendingNulls),
      }
    },

    header: ({ hash, header }) => ({ ...headerNulls, ...writeHeader(hash, header) }),

    transaction: (block, index, { pending }) =>
      writeTransaction(style, transactionAt(block, index), pending ? undefined : { block, index }),

    pendingTransaction: (transaction) => writeTransaction(style, transaction, undefined),

    uncle: ({ hash, header, size }) => ({
      ...writeHeader(hash, header),
      size: toQuantity(size),
      uncles: [],
      ...(style.hasTotalDifficulty === true && { totalDifficulty: null }),
    }),

    receipt: (block, index) => writeReceipt(style, block, index),

    log: (block, transaction, log) => writeLog(style, block, transaction, log),
  }
}

function nulls(names: readonly string[]): Readonly<Record<string, null>> {
  return Object.fromEntries(names.map((name) => [name, null]))
}

/** The fields of a header in their JSON-RPC order, after `number` and `hash`. */
export const jsonHeaderFields = [
  'parentHash',
  'nonce',
  'sha3Uncles',
  'logsBloom',
  'transactionsRoot',
  'stateRoot',
  'receiptsRoot',
  'miner',
  'difficulty',
  'extraData',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'mixHash',
  ...addedHeaderFieldNames,
] as const satisfies readonly HeaderFieldName[]

/** Writes the fields that the header has under its fork. */
export function writeHeader(hash: Hex, header: Header): Readonly<Record<string, Hex>> {
  const fields: Record<string, Hex> = { number: toQuantity(header.number), hash }
  for (const name of jsonHeaderFields) {
    const value = header[name]
    if (value !== undefined) fields[name] = typeof value === 'string' ? value : toQuantity(value)
  }
  return fields
}

/** Withdrawals are the same in all dialects. */
export function writeWithdrawal({ index, validatorIndex, address, amount }: Withdrawal) {
  return {
    index: toQuantity(index),
    validatorIndex: toQuantity(validatorIndex),
    address,
    amount: toQuantity(amount),
  }
}

function writeAuthorization(authorization: AuthorizationEntry) {
  const { chainId, address, yParity, r, s } = authorization
  return {
    chainId: toQuantity(chainId),
    address,
    nonce: toQuantity(nonceOf(authorization)),
    yParity: toQuantity(yParity),
    r: toQuantity(r),
    s: toQuantity(s),
  }
}

export type TransactionMember = keyof ReturnType<typeof writeTransaction>

/** Where a transaction is in the chain. */
interface Mined {
  readonly block: Block
  readonly index: number
}

/** @param mined undefined while it is pending */
function writeTransaction(style: DialectStyle, transaction: Transaction, mined: Mined | undefined) {
  const { chainId, r, s } = transaction
  return {
    blockHash: mined ? mined.block.hash : null,
    blockNumber: mined ? toQuantity(mined.block.header.number) : null,
    transactionIndex: mined ? toQuantity(mined.index) : null,
    from: transaction.from,
    to: transaction.to,
    gas: toQuantity(transaction.gas),
    gasPrice: toQuantity(gasPrice(transaction, mined?.block.header)),
    hash: transaction.hash,
    input: transaction.input,
    nonce: toQuantity(nonceOf(transaction)),
    value: toQuantity(transaction.value),
    type: toQuantity(transaction.type),
    accessList: transaction.accessList,
    maxPriorityFeePerGas: quantityIfPresent(transaction.maxPriorityFeePerGas),
    maxFeePerGas: quantityIfPresent(transaction.maxFeePerGas),
    maxFeePerBlobGas: quantityIfPresent(transaction.maxFeePerBlobGas),
    blobVersionedHashes: transaction.blobVersionedHashes,
    authorizationList: transaction.authorizationList?.map(writeAuthorization),
    v: toQuantity(transaction.v),
    // The v of a typed transaction is the parity itself (EIP-2930).
    yParity: transaction.type === 0 ? undefined : toQuantity(transaction.v),
    blockTimestamp: blockTimestamp(style, mined?.block.header),
    chainId: transaction.type < style.chainIdSince ? undefined : quantityIfPresent(chainId),
    r: style.hasPaddedSignature ? to32Bytes(r) : toQuantity(r),
    s: style.hasPaddedSignature ? to32Bytes(s) : toQuantity(s),
  }
}

/** @param header undefined while the transaction is pending */
function blockTimestamp(style: DialectStyle, header: Header | undefined) {
  if (!style.hasBlockTimestamp) return undefined
  return header ? toQuantity(header.timestamp) : null
}

/** DATA of 32 bytes. */
function to32Bytes(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/** In wei per gas: the price paid, or for a pending transaction the maximum. */
function gasPrice(transaction: Transaction, header: Header | undefined): bigint {
  return header === undefined && transaction.maxFeePerGas !== undefined
    ? transaction.maxFeePerGas
    : effectiveGasPrice(transaction, header?.baseFeePerGas ?? 0n)
}

export type ReceiptMember = keyof ReturnType<typeof writeReceipt>

function writeReceipt(style: DialectStyle, block: Block, index: number) {
  const transaction = transactionAt(block, index)
  const { hash } = transaction
  const receipt = block.receipts[index] as Block['receipts'][number]
  return {
    blockHash: block.hash,
    blockNumber: toQuantity(block.header.number),
    contractAddress: receipt.contractAddress,
    cumulativeGasUsed: toQuantity(receipt.cumulativeGasUsed),
    from: transaction.from,
    to: transaction.to,
    gasUsed: toQuantity(receipt.gasUsed),
    effectiveGasPrice: toQuantity(receipt.effectiveGasPrice),
    logs: receipt.logs.map((log) => writeLog(style, block, { index, hash }, log)),
    logsBloom: receipt.logsBloom,
    status: quantityIfPresent(receipt.status),
    root: receipt.root,
    blobGasUsed: quantityIfPresent(receipt.blobGasUsed),
    blobGasPrice: quantityIfPresent(receipt.blobGasPrice ?? blobPriceOf(style, block)),
    transactionHash: hash,
    transactionIndex: toQuantity(index),
    type: toQuantity(transaction.type),
    blockTimestamp: style.hasReceiptTimestamp ? block.header.timestamp : undefined,
  }
}

/** What a receipt says in which no blobs are paid for; undefined before Cancun, and where it is not known. */
export function blobPriceOf(
  style: DialectStyle,
  { blobGasPrice }: Pick<Block, 'blobGasPrice'>,
): bigint | undefined {
  return style.hasBlobPriceAlways && blobGasPrice > 0n ? blobGasPrice : undefined
}

export type LogMember = keyof ReturnType<typeof writeLog>

function writeLog(
  style: DialectStyle,
  block: Pick<Block, 'header' | 'hash'>,
  { index, hash }: LoggingTransaction,
  log: Log,
) {
  return {
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockNumber: toQuantity(block.header.number),
    transactionHash: hash,
    transactionIndex: toQuantity(index),
    blockHash: block.hash,
    logIndex: toQuantity(log.logIndex),
    // Only notifications of a reorg have removed logs; logs that are read by block do not.
    removed: false,
    blockTimestamp: blockTimestamp(style, block.header),
  }
}

/** A transaction at an index that must exist. */
function transactionAt(block: Block, index: number): Transaction {
  return block.transactions[index] as Transaction
}

/** A QUANTITY, also for zero; undefined only for an absent value. */
function quantityIfPresent(value: number | bigint | undefined): Hex | undefined {
  return value === undefined ? undefined : toQuantity(value)
}
