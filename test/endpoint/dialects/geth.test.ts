import { expect, test } from 'vitest'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { geth } from '../../../src/endpoint/dialects/geth.ts'
import { fromHex, type Hex } from '../../../src/primitives/hex.ts'
import { exampleBlock } from './exampleBlock.ts'
import transcripts from './transcripts.json' with { type: 'json' }

const asJson = (value: object) => JSON.parse(JSON.stringify(value))

// From ethereum/execution-apis (CC0), tests/, commit 033ca6e6: responses of geth, and the bytes of the block.
test.each(transcripts)('writes the same as geth: $transcript', ({ transcript, block, result }) => {
  const decoded = decodeBlock({
    number: 0,
    hash: block.hash as Hex,
    parentHash: block.hash as Hex,
    totalDifficulty: 0n,
    rlp: fromHex(block.rlp),
    receiptsRlp: fromHex(block.receiptsRlp),
    senders: fromHex(block.senders),
    blobGasPrice: 0n,
  })
  if (Array.isArray(result)) {
    const receipts = result.map((_, index) => geth.receipt(decoded, index))
    expect(asJson(receipts)).toEqual(result)
  } else if ('transactionIndex' in result) {
    const index = Number(result.transactionIndex)
    expect(asJson(geth.transaction(decoded, index, { pending: false }))).toEqual(result)
  } else {
    const full = transcript.startsWith('eth_getBlockByHash')
    expect(asJson(geth.block(decoded, { full, pending: false }))).toEqual(result)
  }
})

test('writes a pending block without hash, nonce and miner', () => {
  const mined = asJson(geth.block(exampleBlock, { full: false, pending: false }))
  const pending = asJson(geth.block(exampleBlock, { full: false, pending: true }))
  expect(pending).toEqual({ ...mined, hash: null, nonce: null, miner: null })
})

test('writes a pending transaction without block fields, priced at its maximum', () => {
  const mined = asJson(geth.transaction(exampleBlock, 2, { pending: false }))
  const pending = asJson(geth.transaction(exampleBlock, 2, { pending: true }))
  expect(mined.gasPrice).toBe('0x9')
  expect(pending).toEqual({
    ...mined,
    blockHash: null,
    blockNumber: null,
    blockTimestamp: null,
    transactionIndex: null,
    gasPrice: '0x14',
  })
})

test('writes chainId for every signature that covers it', () => {
  const chainIds = [0, 1, 2, 3].map(
    (index) => asJson(geth.transaction(exampleBlock, index, { pending: false })).chainId,
  )
  expect(chainIds).toEqual(['0x539', '0x539', '0x539', undefined])
})

test('writes r and s as quantities', () => {
  const { r, s } = asJson(geth.transaction(exampleBlock, 0, { pending: false }))
  expect([r, s]).toEqual(['0xabc', '0x1'])
})

test('writes logs with the timestamp of their block', () => {
  const { logs } = asJson(geth.receipt(exampleBlock, 0))
  expect(logs).toEqual([expect.objectContaining({ blockTimestamp: '0x64', logIndex: '0x0' })])
})

test('writes an uncle as a header, a size and an empty list of uncles', () => {
  const [uncle] = exampleBlock.uncles as [(typeof exampleBlock.uncles)[number]]
  const block = asJson(geth.block(exampleBlock, { full: false, pending: false }))
  const written = asJson(geth.uncle(uncle))
  expect(Object.keys(written).sort()).toEqual(
    Object.keys(block)
      .filter((field) => field !== 'transactions')
      .sort(),
  )
  expect(written).toMatchObject({ hash: uncle.hash, number: '0x9', size: '0x20b', uncles: [] })
})
