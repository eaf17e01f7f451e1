import { describe, expect, test } from 'vitest'
import { createTestChain, findBlock } from '../../support/chain.ts'
import { serveForTests } from '../../support/serving.ts'
import { post } from '../../support/transports.ts'

// What arguments mean. dialectErrors.test.ts has those that are refused, and descriptions.test.ts all that are accepted.

const { server, chain, ask } = await serveForTests(await createTestChain())

describe('the block parameter', () => {
  test.each([
    ['earliest', 0],
    ['0x0', 0],
    ['0x2a', 42],
    ['0x2A', 42],
    ['0X2A', 42],
    ['latest', 48],
    ['safe', 40],
  ])('%s', async (parameter, number) => {
    expect(await ask('eth_getBlockByNumber', parameter, false)).toMatchObject({
      number: `0x${number.toString(16)}`,
      hash: chain.tree.byNumber(number)?.hash,
    })
  })

  test('reads pending as the child of the head', async () => {
    const parentHash = chain.tree.head.hash
    const pending = await ask('eth_getBlockByNumber', 'pending', false)
    expect(pending).toMatchObject({ parentHash, uncles: [] })
  })

  test('returns null for finalized before any block is final', async () => {
    expect(await ask('eth_getBlockByNumber', 'finalized', false)).toBeNull()
    expect(await ask('eth_getBlockReceipts', 'finalized')).toBeNull()
  })
})

describe('the block parameter of eth_getBlockReceipts', async () => {
  const block = findBlock(chain, ({ transactions }) => transactions.length > 0)
  const { number } = block.header
  const hex = `0x${number.toString(16)}`
  const receipts = await ask('eth_getBlockReceipts', hex)
  expect(receipts).toHaveLength(block.transactions.length)

  /** The answer to a parameter that is written as JSON text. */
  async function answerTo(parameter: string): Promise<unknown> {
    const body = `{"jsonrpc":"2.0","id":1,"method":"eth_getBlockReceipts","params":[${parameter}]}`
    return (await post(server.url, body)).json()
  }

  test('accepts a decimal integer', async () => {
    for (const parameter of [number, String(number), `000${number}`]) {
      expect(await ask('eth_getBlockReceipts', parameter)).toEqual(receipts)
    }
    expect(await answerTo(`${number}.0`)).toHaveProperty('result', receipts)
  })

  test('refuses minus zero', async () => {
    expect(await answerTo('-0')).toHaveProperty('error.code', -32602)
  })

  test('accepts a block hash, or an EIP-1898 object', async () => {
    const { hash } = block
    for (const parameter of [
      hash,
      `0x${hash.slice(2).toUpperCase()}`,
      { blockHash: hash },
      { blockHash: hash, requireCanonical: true },
      { blockNumber: hex },
      { blockHash: hash, blockNumber: null, requireCanonical: null },
      { blockHash: null, blockNumber: hex },
    ]) {
      expect(await ask('eth_getBlockReceipts', parameter)).toEqual(receipts)
    }
  })

  test('reads pending as latest', async () => {
    const latest = await ask('eth_getBlockReceipts', 'latest')
    expect(await ask('eth_getBlockReceipts', 'pending')).toEqual(latest)
    expect(latest).toHaveLength(chain.head.transactions.length)
  })

  test('requireCanonical excludes blocks of other branches', async () => {
    const [uncle] = findBlock(chain, ({ uncles }) => uncles.length > 0).uncles
    const parameter = { blockHash: uncle?.hash }
    expect(await ask('eth_getBlockReceipts', parameter)).toBeInstanceOf(Array)
    const canonical = { ...parameter, requireCanonical: true }
    expect(await ask('eth_getBlockReceipts', canonical)).toBeNull()
  })

  test.each([65_535, '65535', 2 ** 53 - 1, '9223372036854775807'])(
    'returns nothing for %j, above the head',
    async (parameter) => {
      expect(await ask('eth_getBlockReceipts', parameter)).toBeNull()
    },
  )
})

test('accepts a hash in either case', async () => {
  const { hash } = chain.tree.head
  const lower = await ask('eth_getBlockByHash', hash, false)
  expect(lower).toMatchObject({ hash })
  const upper = `0x${hash.slice(2).toUpperCase()}`
  expect(await ask('eth_getBlockByHash', upper, false)).toEqual(lower)
})
