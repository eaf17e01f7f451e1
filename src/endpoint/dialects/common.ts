import {
  type AuthorizationEntry,
  type Block,
  type Log,
  nonceOf,
  type Transaction,
  type Uncle,
  type Withdrawal,
} from '../../chain/encoding/block.ts'
import { effectiveGasPrice } from '../../chain/encoding/decode/receipt.ts'
import {
  addedHeaderFieldNames,
  type Header,
  type HeaderFieldName,
} from '../../chain/encoding/header.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'

// Common to all dialects. The tables are in sections 2.1 to 2.5 of Infura's documentation; fields of later forks have
// geth's names.

/** @param transactions objects or hashes, already in the dialect */
export function writeBlock(block: Block, transactions: readonly unknown[]) {
  return {
    ...writeHeader(block.hash, block.header),
    size: toQuantity(block.size),
    transactions,
    uncles: block.uncles.map((uncle) => uncle.hash),
    withdrawals: block.withdrawals?.map(writeWithdrawal),
  }
}

/** An uncle: the fields of its header, without the transactions of its block. */
export function writeUncle(uncle: Uncle) {
  return {
    ...writeHeader(uncle.hash, uncle.header),
    size: toQuantity(uncle.size),
    uncles: [],
  }
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

function writeWithdrawal({ index, validatorIndex, address, amount }: Withdrawal) {
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

/** A transaction without `chainId`, `r` and `s`, which differ between dialects. */
export function writeTransaction(block: Block, index: number, pending: boolean) {
  const transaction = transactionAt(block, index)
  return {
    blockHash: pending ? null : block.hash,
    blockNumber: pending ? null : toQuantity(block.header.number),
    transactionIndex: pending ? null : toQuantity(index),
    from: transaction.from,
    to: transaction.to,
    gas: toQuantity(transaction.gas),
    gasPrice: toQuantity(gasPrice(transaction, block.header, pending)),
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
  }
}

/** In wei per gas: the price paid, or for a pending transaction the maximum. */
function gasPrice(transaction: Transaction, header: Header, pending: boolean): bigint {
  return pending && transaction.maxFeePerGas !== undefined
    ? transaction.maxFeePerGas
    : effectiveGasPrice(transaction, header.baseFeePerGas ?? 0n)
}

export function writeReceipt(block: Block, index: number) {
  const transaction = transactionAt(block, index)
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
    logs: receipt.logs.map((log) => writeLog(block, index, log)),
    logsBloom: receipt.logsBloom,
    status: quantityIfPresent(receipt.status),
    root: receipt.root,
    blobGasUsed: quantityIfPresent(receipt.blobGasUsed),
    blobGasPrice: quantityIfPresent(receipt.blobGasPrice),
    transactionHash: transaction.hash,
    transactionIndex: toQuantity(index),
    type: toQuantity(transaction.type),
  }
}

export function writeLog(block: Block, index: number, log: Log) {
  return {
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockNumber: toQuantity(block.header.number),
    transactionHash: transactionAt(block, index).hash,
    transactionIndex: toQuantity(index),
    blockHash: block.hash,
    logIndex: toQuantity(log.logIndex),
    // Only notifications of a reorg have removed logs; logs that are read by block do not.
    removed: false,
  }
}

/** A transaction at an index that must exist. */
export function transactionAt(block: Block, index: number): Transaction {
  return block.transactions[index] as Transaction
}

/** A QUANTITY, also for zero; undefined only for an absent value. */
export function quantityIfPresent(value: number | bigint | undefined): Hex | undefined {
  return value === undefined ? undefined : toQuantity(value)
}
