import { expect, test } from 'vitest'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { geth } from '../../../src/endpoint/dialects/geth.ts'
import { fromHex, type Hex } from '../../../src/primitives/hex.ts'
import { exampleBlock } from './exampleBlock.ts'
import transcripts from './transcripts.json' with { type: 'json' }

const asJson = (value: object) => JSON.parse(JSON.stringify(value))

// From ethereum/execution-apis (CC0), tests/, commit 033ca6e6: what geth answered, and the bytes of
// the block.
test.each(transcripts)('writes what geth wrote: $transcript', ({ transcript, block, result }) => {
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

test('a pending block has no hash, nonce and miner', () => {
  const mined = asJson(geth.block(exampleBlock, { full: false, pending: false }))
  const pending = asJson(geth.block(exampleBlock, { full: false, pending: true }))
  expect(pending).toEqual({ ...mined, hash: null, nonce: null, miner: null })
})

test('a pending transaction stands nowhere, and its price is the most that it may be', () => {
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

test('chainId is there wherever the signature covers it', () => {
  const chainIds = [0, 1, 2, 3].map(
    (index) => asJson(geth.transaction(exampleBlock, index, { pending: false })).chainId,
  )
  expect(chainIds).toEqual(['0x539', '0x539', '0x539', undefined])
})

test('r and s are quantities', () => {
  const { r, s } = asJson(geth.transaction(exampleBlock, 0, { pending: false }))
  expect([r, s]).toEqual(['0xabc', '0x1'])
})

test('logs have the timestamp of their block', () => {
  const { logs } = asJson(geth.receipt(exampleBlock, 0))
  expect(logs).toEqual([expect.objectContaining({ blockTimestamp: '0x64', logIndex: '0x0' })])
})

test('an uncle is a header, a size and no uncles', () => {
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
