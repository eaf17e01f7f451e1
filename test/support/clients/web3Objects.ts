import type { Block, Uncle } from '../../../src/chain/encoding/block.ts'
import type { Header } from '../../../src/chain/encoding/header.ts'
import { bytes32 } from './infuraJson.ts'
import { present } from './servedChain.ts'

// What web3.js returns for the chain in the infura dialect: numbers as bigint, addresses as served (in lower case,
// without the checksum of earlier versions). It drops every field that is null or that its schemas do not have, such as
// yParity.

export function web3Block(
  block: Block,
  { full, pending = false }: { readonly full: boolean; readonly pending?: boolean },
): object {
  return {
    ...web3Header(block.header),
    hash: block.hash,
    size: BigInt(block.size),
    totalDifficulty: block.totalDifficulty,
    transactions: block.transactions.map(({ hash, to }, index) =>
      // In a list, web3.js keeps the nulls that it drops elsewhere.
      full
        ? { ...web3TransactionFields(block, index, { pending }), ...(to === null && { to }) }
        : hash,
    ),
    uncles: block.uncles.map(({ hash }) => hash),
    ...(pending && { number: undefined, hash: undefined, nonce: undefined, logsBloom: undefined }),
  }
}

export function web3Uncle({ hash, header, size }: Uncle): object {
  return { ...web3Header(header), hash, size: BigInt(size), uncles: [] }
}

/** A transaction requested on its own: it has its input under both names. */
export function web3Transaction(block: Block, index: number): object {
  return {
    ...web3TransactionFields(block, index, { pending: false }),
    data: present(block.transactions[index]).input,
  }
}

export function web3Receipt(block: Block, index: number): object {
  const { hash, type, from, to } = present(block.transactions[index])
  const receipt = present(block.receipts[index])
  const place = {
    blockHash: block.hash,
    blockNumber: BigInt(block.header.number),
    transactionHash: hash,
    transactionIndex: BigInt(index),
  }
  return {
    ...receipt,
    ...place,
    type: BigInt(type),
    from,
    to: to ?? undefined,
    contractAddress: receipt.contractAddress ?? undefined,
    status: BigInt(present(receipt.status)),
    logs: receipt.logs.map((log) => ({
      ...log,
      ...place,
      logIndex: BigInt(log.logIndex),
      removed: false,
    })),
  }
}

function web3Header(header: Header): object {
  return {
    ...header,
    number: BigInt(header.number),
    timestamp: BigInt(header.timestamp),
    // web3.js parses these 8 bytes as a number.
    nonce: BigInt(header.nonce),
  }
}

function web3TransactionFields(
  block: Block,
  index: number,
  { pending }: { readonly pending: boolean },
): object {
  const { hash, type, from, to, nonce, gas, value, input, ...transaction } = present(
    block.transactions[index],
  )
  return {
    hash,
    from,
    to: to ?? undefined,
    gas,
    value,
    input,
    nonce: BigInt(nonce),
    type: BigInt(type),
    gasPrice: pending
      ? (transaction.maxFeePerGas ?? transaction.gasPrice)
      : present(block.receipts[index]).effectiveGasPrice,
    maxFeePerGas: transaction.maxFeePerGas,
    maxPriorityFeePerGas: transaction.maxPriorityFeePerGas,
    accessList: transaction.accessList,
    v: transaction.v,
    r: bytes32(transaction.r),
    s: bytes32(transaction.s),
    // The seed: "returned only for EIP-1559 transactions". web3.js does not derive it from v.
    chainId: type === 2 ? 1337n : undefined,
    ...(pending
      ? { blockHash: null, blockNumber: null, transactionIndex: null }
      : {
          blockHash: block.hash,
          blockNumber: BigInt(block.header.number),
          transactionIndex: BigInt(index),
        }),
  }
}
