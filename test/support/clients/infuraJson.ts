import type { Block, Transaction, Uncle } from '../../../src/chain/encoding/block.ts'
import { present } from './servedChain.ts'

// The JSON of the infura dialect, where a library passes answers on unchanged. Written from the seed's sections 2.2 to
// 2.5, not from the code under test.

export function uncleJson({ hash, header, size }: Uncle): object {
  return {
    ...header,
    hash,
    number: quantity(header.number),
    timestamp: quantity(header.timestamp),
    difficulty: quantity(header.difficulty),
    gasLimit: quantity(header.gasLimit),
    gasUsed: quantity(header.gasUsed),
    baseFeePerGas: quantity(present(header.baseFeePerGas)),
    size: quantity(size),
    totalDifficulty: null,
    uncles: [],
  }
}

export function transactionJson(block: Block, index: number): object {
  const transaction = present(block.transactions[index])
  const { type, maxFeePerGas, maxPriorityFeePerGas, accessList } = transaction
  return {
    blockHash: block.hash,
    blockNumber: quantity(block.header.number),
    transactionIndex: quantity(index),
    from: transaction.from,
    to: transaction.to,
    gas: quantity(transaction.gas),
    gasPrice: quantity(present(block.receipts[index]).effectiveGasPrice),
    hash: transaction.hash,
    input: transaction.input,
    nonce: quantity(transaction.nonce),
    value: quantity(transaction.value),
    type: quantity(type),
    v: quantity(transaction.v),
    r: bytes32(transaction.r),
    s: bytes32(transaction.s),
    ...(type >= 1 && { accessList, yParity: quantity(transaction.v) }),
    ...(type === 2 && {
      chainId: '0x539',
      maxFeePerGas: quantity(present(maxFeePerGas)),
      maxPriorityFeePerGas: quantity(present(maxPriorityFeePerGas)),
    }),
  }
}

export function receiptJson(block: Block, index: number): object {
  const { hash, type, from, to } = present(block.transactions[index])
  const receipt = present(block.receipts[index])
  const place = {
    blockHash: block.hash,
    blockNumber: quantity(block.header.number),
    transactionHash: hash,
    transactionIndex: quantity(index),
  }
  return {
    ...place,
    type: quantity(type),
    from,
    to,
    contractAddress: receipt.contractAddress,
    status: quantity(present(receipt.status)),
    gasUsed: quantity(receipt.gasUsed),
    cumulativeGasUsed: quantity(receipt.cumulativeGasUsed),
    effectiveGasPrice: quantity(receipt.effectiveGasPrice),
    logsBloom: receipt.logsBloom,
    logs: receipt.logs.map((log) => ({
      ...log,
      ...place,
      logIndex: quantity(log.logIndex),
      removed: false,
    })),
  }
}

export function quantity(value: number | bigint): `0x${string}` {
  return `0x${value.toString(16)}`
}

/** A number as DATA of 32 bytes. */
export function bytes32(value: Transaction['r']): `0x${string}` {
  return `0x${value.toString(16).padStart(64, '0')}`
}
