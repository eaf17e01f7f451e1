import { expect, test } from 'vitest'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { infura } from '../../../src/endpoint/dialects/infura.ts'
import { exampleBlock, exampleHeader, repeat } from './exampleBlock.ts'

const asJson = (value: object) => JSON.parse(JSON.stringify(value))

// The field tables in sections 2.1 to 2.5 of Infura's documentation, with the fields that London adds.
const blockFields = {
  number: '0xa',
  hash: repeat('b9', 32),
  parentHash: repeat('a1', 32),
  nonce: repeat('a9', 8),
  sha3Uncles: repeat('a2', 32),
  logsBloom: repeat('a7', 256),
  transactionsRoot: repeat('a5', 32),
  stateRoot: repeat('a4', 32),
  receiptsRoot: repeat('a6', 32),
  miner: repeat('a3', 20),
  difficulty: '0x20000',
  totalDifficulty: '0x40000',
  extraData: '0x',
  size: '0x3e8',
  gasLimit: '0x1c9c380',
  gasUsed: '0x0',
  timestamp: '0x64',
  transactions: [repeat('b0', 32), repeat('b1', 32), repeat('b2', 32), repeat('b3', 32)],
  uncles: [repeat('e1', 32)],
  mixHash: repeat('a8', 32),
  baseFeePerGas: '0x7',
}

const legacyFields = {
  blockHash: repeat('b9', 32),
  blockNumber: '0xa',
  transactionIndex: '0x0',
  from: repeat('c1', 20),
  to: repeat('c2', 20),
  gas: '0x5208',
  gasPrice: '0x8',
  hash: repeat('b0', 32),
  input: '0x',
  nonce: '0x0',
  value: '0xde0b6b3a7640000',
  type: '0x0',
  v: '0xa95',
  r: `0x${'abc'.padStart(64, '0')}`,
  s: `0x${'1'.padStart(64, '0')}`,
}

test('writes a block with hashes', () => {
  expect(asJson(infura.block(exampleBlock, { full: false, pending: false }))).toEqual(blockFields)
})

test('writes a block with transactions', () => {
  const transactions = [0, 1, 2, 3].map((index) =>
    infura.transaction(exampleBlock, index, { pending: false }),
  )
  expect(asJson(infura.block(exampleBlock, { full: true, pending: false }))).toEqual({
    ...blockFields,
    transactions: asJson(transactions),
  })
})

test('writes a pending block', () => {
  expect(asJson(infura.block(exampleBlock, { full: false, pending: true }))).toEqual({
    ...blockFields,
    number: null,
    hash: null,
    nonce: null,
    logsBloom: null,
  })
})

test('writes no base fee before London, and the added fields from each fork on', () => {
  const { baseFeePerGas: _, ...berlin } = exampleHeader
  const { baseFeePerGas: __, ...berlinFields } = blockFields
  const write = (header: Block['header']) =>
    asJson(infura.block({ ...exampleBlock, header }, { full: false, pending: false }))
  expect(write(berlin)).toEqual(berlinFields)
  expect(
    write({
      ...exampleHeader,
      withdrawalsRoot: repeat('f1', 32),
      blobGasUsed: 0n,
      excessBlobGas: 1n,
      parentBeaconBlockRoot: repeat('f2', 32),
      requestsHash: repeat('f3', 32),
    }),
  ).toEqual({
    ...blockFields,
    withdrawalsRoot: repeat('f1', 32),
    blobGasUsed: '0x0',
    excessBlobGas: '0x1',
    parentBeaconBlockRoot: repeat('f2', 32),
    requestsHash: repeat('f3', 32),
  })
})

test('writes a legacy transaction, with and without EIP-155', () => {
  expect(asJson(infura.transaction(exampleBlock, 0, { pending: false }))).toEqual(legacyFields)
  expect(asJson(infura.transaction(exampleBlock, 3, { pending: false }))).toEqual({
    ...legacyFields,
    hash: repeat('b3', 32),
    transactionIndex: '0x3',
    v: '0x1b',
  })
})

test('writes an access list transaction', () => {
  expect(asJson(infura.transaction(exampleBlock, 1, { pending: false }))).toEqual({
    ...legacyFields,
    hash: repeat('b1', 32),
    transactionIndex: '0x1',
    nonce: '0x1',
    type: '0x1',
    accessList: [{ address: repeat('c3', 20), storageKeys: [repeat('00', 32)] }],
    v: '0x1',
    yParity: '0x1',
  })
})

const feeMarketFields = {
  ...legacyFields,
  hash: repeat('b2', 32),
  transactionIndex: '0x2',
  nonce: '0x1',
  to: null,
  type: '0x2',
  gasPrice: '0x9',
  accessList: [],
  chainId: '0x539',
  maxFeePerGas: '0x14',
  maxPriorityFeePerGas: '0x2',
  v: '0x0',
  yParity: '0x0',
}

test('writes a fee market transaction that creates a contract', () => {
  expect(asJson(infura.transaction(exampleBlock, 2, { pending: false }))).toEqual(feeMarketFields)
})

test('writes a pending transaction', () => {
  expect(asJson(infura.transaction(exampleBlock, 2, { pending: true }))).toEqual({
    ...feeMarketFields,
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    gasPrice: '0x14',
  })
})

test('writes an uncle', () => {
  const [uncle] = exampleBlock.uncles as [(typeof exampleBlock.uncles)[number]]
  const { transactions: _, ...uncleFields } = blockFields
  expect(asJson(infura.uncle(uncle))).toEqual({
    ...uncleFields,
    number: '0x9',
    hash: repeat('e1', 32),
    size: '0x20b',
    totalDifficulty: null,
    uncles: [],
  })
})

const receiptFields = {
  blockHash: repeat('b9', 32),
  blockNumber: '0xa',
  contractAddress: null,
  cumulativeGasUsed: '0x5208',
  from: repeat('c1', 20),
  to: repeat('c2', 20),
  gasUsed: '0x5208',
  effectiveGasPrice: '0x8',
  logs: [
    {
      address: repeat('c4', 20),
      topics: [repeat('d1', 32)],
      data: '0x',
      blockNumber: '0xa',
      transactionHash: repeat('b0', 32),
      transactionIndex: '0x0',
      blockHash: repeat('b9', 32),
      logIndex: '0x0',
      removed: false,
    },
  ],
  logsBloom: repeat('00', 256),
  status: '0x1',
  transactionHash: repeat('b0', 32),
  transactionIndex: '0x0',
  type: '0x0',
}

test('writes a receipt', () => {
  expect(asJson(infura.receipt(exampleBlock, 0))).toEqual(receiptFields)
})

test('writes the receipt of a failed contract creation', () => {
  expect(asJson(infura.receipt(exampleBlock, 2))).toEqual({
    ...receiptFields,
    contractAddress: repeat('c5', 20),
    cumulativeGasUsed: '0xf618',
    to: null,
    effectiveGasPrice: '0x9',
    logs: [],
    status: '0x0',
    transactionHash: repeat('b2', 32),
    transactionIndex: '0x2',
    type: '0x2',
  })
})

test('writes the state root in a receipt before Byzantium, where the status is now', () => {
  const [first, ...rest] = exampleBlock.receipts as [Block['receipts'][number]]
  const { status: _, ...early } = first
  const { status: __, ...earlyFields } = receiptFields
  const block = { ...exampleBlock, receipts: [{ ...early, root: repeat('f4', 32) }, ...rest] }
  expect(asJson(infura.receipt(block, 0))).toEqual({ ...earlyFields, root: repeat('f4', 32) })
})
