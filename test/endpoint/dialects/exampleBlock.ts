import type { Block, Receipt, Transaction } from '../../../src/chain/encoding/block.ts'
import type { Header } from '../../../src/chain/encoding/header.ts'
import type { Hex } from '../../../src/primitives/hex.ts'

/** Bytes of one value. */
export function repeat(byte: string, count: number): Hex {
  return `0x${byte.repeat(count)}`
}

export const exampleHeader: Header = {
  parentHash: repeat('a1', 32),
  sha3Uncles: repeat('a2', 32),
  miner: repeat('a3', 20),
  stateRoot: repeat('a4', 32),
  transactionsRoot: repeat('a5', 32),
  receiptsRoot: repeat('a6', 32),
  logsBloom: repeat('a7', 256),
  difficulty: 0x20000n,
  number: 10,
  gasLimit: 0x1c9c380n,
  gasUsed: 0n,
  timestamp: 100,
  extraData: '0x',
  mixHash: repeat('a8', 32),
  nonce: repeat('a9', 8),
  baseFeePerGas: 7n,
}

const legacy: Transaction = {
  hash: repeat('b0', 32),
  type: 0,
  from: repeat('c1', 20),
  to: repeat('c2', 20),
  nonce: 0,
  gas: 21_000n,
  value: 10n ** 18n,
  input: '0x',
  gasPrice: 8n,
  chainId: 1337n,
  v: 2709n,
  r: 0xabcn,
  s: 1n,
}

const accessListed: Transaction = {
  ...legacy,
  hash: repeat('b1', 32),
  type: 1,
  nonce: 1,
  accessList: [{ address: repeat('c3', 20), storageKeys: [repeat('00', 32)] }],
  v: 1n,
}

const { gasPrice: _, ...withoutGasPrice } = accessListed

const feeMarket: Transaction = {
  ...withoutGasPrice,
  hash: repeat('b2', 32),
  type: 2,
  to: null,
  accessList: [],
  maxFeePerGas: 20n,
  maxPriorityFeePerGas: 2n,
  v: 0n,
}

const { chainId: __, ...withoutChainId } = legacy

const unprotected: Transaction = { ...withoutChainId, hash: repeat('b3', 32), v: 27n }

const receipt: Receipt = {
  status: 1,
  gasUsed: 21_000n,
  cumulativeGasUsed: 21_000n,
  effectiveGasPrice: 8n,
  contractAddress: null,
  logsBloom: repeat('00', 256),
  logs: [{ address: repeat('c4', 20), topics: [repeat('d1', 32)], data: '0x', logIndex: 0 }],
}

/**
 * A block under London with one transaction of each kind, a failed contract creation among them,
 * and an uncle.
 */
export const exampleBlock: Block = {
  hash: repeat('b9', 32),
  header: exampleHeader,
  totalDifficulty: 0x40000n,
  size: 1000,
  blobGasPrice: 0n,
  transactions: [legacy, accessListed, feeMarket, unprotected],
  receipts: [
    receipt,
    { ...receipt, cumulativeGasUsed: 42_000n, logs: [] },
    {
      ...receipt,
      status: 0,
      cumulativeGasUsed: 63_000n,
      effectiveGasPrice: 9n,
      contractAddress: repeat('c5', 20),
      logs: [],
    },
    { ...receipt, cumulativeGasUsed: 84_000n, logs: [] },
  ],
  uncles: [{ hash: repeat('e1', 32), header: { ...exampleHeader, number: 9 }, size: 523 }],
}
