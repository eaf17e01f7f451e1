import type { Block } from '../../../src/chain/encoding/block.ts'
import { bytes32, quantity } from './infuraJson.ts'
import { present } from './servedChain.ts'

// What viem returns for the chain in the infura dialect. viem leaves addresses as served, in lower case.

/** In a pending block viem passes on the served nulls. */
export function viemBlock(
  block: Block,
  { full, pending = false }: { readonly full: boolean; readonly pending?: boolean },
): object {
  const { header } = block
  return {
    ...header,
    number: BigInt(header.number),
    timestamp: BigInt(header.timestamp),
    hash: block.hash,
    size: BigInt(block.size),
    totalDifficulty: block.totalDifficulty,
    transactions: block.transactions.map(({ hash }, index) =>
      full ? viemTransaction(block, index, { pending }) : hash,
    ),
    uncles: block.uncles.map(({ hash }) => hash),
    ...(pending && { number: null, hash: null, nonce: null, logsBloom: null }),
  }
}

export function viemTransaction(
  block: Block,
  index: number,
  { pending = false }: { readonly pending?: boolean } = {},
): object {
  const transaction = present(block.transactions[index])
  const { type, v } = transaction
  const paid = present(block.receipts[index]).effectiveGasPrice
  return {
    ...transaction,
    blockHash: pending ? null : block.hash,
    blockNumber: pending ? null : BigInt(block.header.number),
    transactionIndex: pending ? null : index,
    type: typeName(type),
    typeHex: quantity(type),
    // The price in a pending block is not determined yet, so this is the most that the sender may have to pay.
    gasPrice: pending ? (transaction.maxFeePerGas ?? transaction.gasPrice) : paid,
    r: bytes32(transaction.r),
    s: bytes32(transaction.s),
    yParity: type === 0 ? undefined : Number(v),
    // The seed: "returned only for EIP-1559 transactions". viem does not derive it from v.
    chainId: type === 2 ? 1337 : undefined,
  }
}

export function viemReceipt(block: Block, index: number): object {
  const { hash, type, from, to } = present(block.transactions[index])
  const receipt = present(block.receipts[index])
  const place = {
    blockHash: block.hash,
    blockNumber: BigInt(block.header.number),
    transactionHash: hash,
    transactionIndex: index,
  }
  return {
    ...receipt,
    ...place,
    type: typeName(type),
    from,
    to,
    status: receipt.status === 1 ? 'success' : 'reverted',
    logs: receipt.logs.map((log) => ({ ...log, ...place, removed: false })),
  }
}

function typeName(type: number): string {
  return present(['legacy', 'eip2930', 'eip1559'][type])
}
