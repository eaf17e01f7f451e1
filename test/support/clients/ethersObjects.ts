import { getAddress } from 'ethers'
import type { Block, Transaction } from '../../../src/chain/encoding/block.ts'
import { bytes32 } from './infuraJson.ts'
import { present } from './servedChain.ts'

// What ethers returns for the chain in the infura dialect. ethers writes addresses with a checksum (EIP-55), renames
// some fields, and has no field for sha3Uncles, logsBloom, totalDifficulty, size and uncles.

export function ethersBlock(block: Block): object {
  const { header } = block
  return {
    hash: block.hash,
    parentHash: header.parentHash,
    number: header.number,
    timestamp: header.timestamp,
    nonce: header.nonce,
    difficulty: header.difficulty,
    gasLimit: header.gasLimit,
    gasUsed: header.gasUsed,
    stateRoot: header.stateRoot,
    receiptsRoot: header.receiptsRoot,
    transactionsRoot: header.transactionsRoot,
    miner: getAddress(header.miner),
    // this name is used for every fork
    prevRandao: header.mixHash,
    extraData: header.extraData,
    baseFeePerGas: header.baseFeePerGas,
    // of forks that this chain does not reach
    parentBeaconBlockRoot: null,
    blobGasUsed: null,
    excessBlobGas: null,
  }
}

export function ethersTransaction(block: Block, index: number): object {
  const transaction = present(block.transactions[index])
  return {
    blockHash: block.hash,
    blockNumber: block.header.number,
    index,
    hash: transaction.hash,
    type: transaction.type,
    from: getAddress(transaction.from),
    to: checksummed(transaction.to),
    nonce: transaction.nonce,
    gasLimit: transaction.gas,
    gasPrice: present(block.receipts[index]).effectiveGasPrice,
    maxFeePerGas: transaction.maxFeePerGas ?? null,
    maxPriorityFeePerGas: transaction.maxPriorityFeePerGas ?? null,
    data: transaction.input,
    value: transaction.value,
    chainId: chainId(transaction),
    accessList:
      transaction.accessList?.map(({ address, storageKeys }) => ({
        address: getAddress(address),
        storageKeys,
      })) ?? null,
    // of types that this chain does not have
    maxFeePerBlobGas: null,
    blobVersionedHashes: null,
    authorizationList: null,
  }
}

/** ethers separates parity and EIP-155's v, whatever v was served. */
export function ethersSignature({ type, v, r, s, chainId: signedFor }: Transaction): object {
  const isEip155 = type === 0 && signedFor !== undefined
  const parity = type > 0 ? v : isEip155 ? v - 35n - 2n * signedFor : v - 27n
  return {
    r: bytes32(r),
    s: bytes32(s),
    yParity: Number(parity),
    networkV: isEip155 ? v : null,
  }
}

export function ethersReceipt(block: Block, index: number): object {
  const { hash, type, from, to } = present(block.transactions[index])
  const receipt = present(block.receipts[index])
  return {
    hash,
    type,
    from: getAddress(from),
    to: checksummed(to),
    index,
    blockHash: block.hash,
    blockNumber: block.header.number,
    contractAddress: checksummed(receipt.contractAddress),
    status: receipt.status,
    gasUsed: receipt.gasUsed,
    cumulativeGasUsed: receipt.cumulativeGasUsed,
    gasPrice: receipt.effectiveGasPrice,
    logsBloom: receipt.logsBloom,
    // of forks that this chain has not reached, or has passed
    blobGasUsed: null,
    blobGasPrice: null,
    root: undefined,
  }
}

/** The logs of a transaction's receipt. ethers drops `removed` here. */
export function ethersLogs(block: Block, index: number): object[] {
  return present(block.receipts[index]).logs.map((log) => ({
    address: getAddress(log.address),
    topics: log.topics,
    data: log.data,
    index: log.logIndex,
    blockHash: block.hash,
    blockNumber: block.header.number,
    transactionHash: present(block.transactions[index]).hash,
    transactionIndex: index,
  }))
}

/**
 * The infura dialect serves a chain id only for type 2. ethers derives it from v for a legacy transaction with EIP-155;
 * for an EIP-2930 transaction it cannot know it.
 */
function chainId({ type, chainId }: Transaction): bigint | null {
  return type === 1 ? null : (chainId ?? null)
}

function checksummed(address: string | null): string | null {
  return address && getAddress(address)
}
