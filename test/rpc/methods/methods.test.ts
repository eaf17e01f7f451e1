import { afterAll, describe, expect, test } from 'vitest'
import { dialects } from '../../../src/endpoint/dialects/dialects.ts'
import { toQuantity } from '../../../src/primitives/hex.ts'
import { methodNames, methodSets } from '../../../src/rpc/methods/methodRegistry.ts'
import { createTestChain, findBlock, findTransaction } from '../../support/chain.ts'
import { ask, serveForTests, serveInTest } from '../../support/serving.ts'
import { request, transports } from '../../support/transports.ts'

describe.each(transports)('methods over $transport', async ({ open }) => {
  const clientVersion = 'ommer/test'
  const { server, chain } = await serveForTests(await createTestChain(), { clientVersion })
  const connection = await open(server)
  afterAll(() => connection.close())

  async function result(method: string, ...params: unknown[]): Promise<unknown> {
    return JSON.parse(await connection.ask(request(method, params))).result
  }

  test.each(Object.entries(dialects))('answer in the %s dialect', async (name, dialect) => {
    const connected = await open(server.endpoint(`in-${name}`, { dialect: dialect.name }))
    const ask = async (method: string, ...params: unknown[]) =>
      JSON.parse(await connected.ask(request(method, params))).result
    const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))
    const { block, index, transaction } = findTransaction(chain, ({ type }) => type === 2)
    const number = toQuantity(block.header.number)
    const place = toQuantity(index)
    const including = findBlock(chain, ({ uncles }) => uncles.length > 0)
    const uncle = including.uncles[0] as (typeof including.uncles)[number]

    for (const full of [true, false]) {
      const expected = asJson(dialect.block(block, { full, pending: false }))
      expect(await ask('eth_getBlockByNumber', number, full)).toEqual(expected)
      expect(await ask('eth_getBlockByHash', block.hash, full)).toEqual(expected)
    }
    const expected = asJson(dialect.transaction(block, index, { pending: false }))
    expect(await ask('eth_getTransactionByBlockNumberAndIndex', number, place)).toEqual(expected)
    expect(await ask('eth_getTransactionByBlockHashAndIndex', block.hash, place)).toEqual(expected)
    expect(await ask('eth_getTransactionByHash', transaction.hash)).toEqual(expected)

    const receipts = asJson(block.receipts.map((_, place) => dialect.receipt(block, place)))
    expect(await ask('eth_getBlockReceipts', number)).toEqual(receipts)
    expect(await ask('eth_getTransactionReceipt', transaction.hash)).toEqual(receipts[index])

    const includingNumber = toQuantity(including.header.number)
    const expectedUncle = asJson(dialect.uncle(uncle))
    expect(await ask('eth_getUncleByBlockNumberAndIndex', includingNumber, '0x0')).toEqual(
      expectedUncle,
    )
    expect(await ask('eth_getUncleByBlockHashAndIndex', including.hash, '0x0')).toEqual(
      expectedUncle,
    )
    connected.close()
  })

  test('caches each format of a block separately', async () => {
    const { block } = findTransaction(chain, () => true)
    const full = (await result('eth_getBlockByHash', block.hash, true)) as {
      transactions: unknown[]
    }
    const hashes = (await result('eth_getBlockByHash', block.hash, false)) as typeof full
    expect(full.transactions[0]).toHaveProperty('hash', hashes.transactions[0])
    expect(await result('eth_getBlockByHash', block.hash, true)).toEqual(full)
    expect(await result('eth_getBlockByHash', block.hash, false)).toEqual(hashes)
  })

  test('return an empty list of receipts for a block without transactions', async () => {
    expect(await result('eth_getBlockReceipts', '0x0')).toEqual([])
  })

  test('finds the block of an uncle by its hash', async () => {
    const { uncles } = findBlock(chain, (block) => block.uncles.length > 0)
    expect(await result('eth_getBlockByHash', uncles[0]?.hash, false)).toMatchObject({
      hash: uncles[0]?.hash,
    })
  })

  describe('of the pending block', () => {
    test('return the block', async () => {
      expect(await result('eth_getBlockByNumber', 'pending', true)).toMatchObject({
        number: null,
        hash: null,
        nonce: null,
        logsBloom: null,
        parentHash: chain.tree.head.hash,
      })
    })

    test('return its transactions by index', async () => {
      const count = Number(await result('eth_getBlockTransactionCountByNumber', 'pending'))
      const block = (await result('eth_getBlockByNumber', 'pending', true)) as {
        transactions: unknown[]
      }
      expect(block.transactions).toHaveLength(count)
      for (const [index, transaction] of block.transactions.entries()) {
        expect(transaction).toMatchObject({
          blockHash: null,
          blockNumber: null,
          transactionIndex: null,
        })
        expect(
          await result('eth_getTransactionByBlockNumberAndIndex', 'pending', toQuantity(index)),
        ).toEqual(transaction)
      }
      expect(
        await result('eth_getTransactionByBlockNumberAndIndex', 'pending', toQuantity(count)),
      ).toBeNull()
    })

    test('return no uncles', async () => {
      expect(await result('eth_getUncleByBlockNumberAndIndex', 'pending', '0x0')).toBeNull()
      expect(await result('eth_getUncleCountByBlockNumber', 'pending')).toBe('0x0')
    })
  })

  test('return counts', async () => {
    const block = findBlock(chain, ({ uncles }) => uncles.length > 0)
    const number = toQuantity(block.header.number)
    const uncles = toQuantity(block.uncles.length)
    const transactions = toQuantity(block.transactions.length)
    expect(await result('eth_getUncleCountByBlockNumber', number)).toBe(uncles)
    expect(await result('eth_getUncleCountByBlockHash', block.hash)).toBe(uncles)
    expect(await result('eth_getBlockTransactionCountByNumber', number)).toBe(transactions)
    expect(await result('eth_getBlockTransactionCountByHash', block.hash)).toBe(transactions)
    expect(await result('eth_getBlockTransactionCountByNumber', '0x0')).toBe('0x0')
  })

  test('describe the chain and the client', async () => {
    expect(await result('eth_chainId')).toBe('0x539')
    expect(await result('net_version')).toBe('1337')
    expect(await result('eth_blockNumber')).toBe(toQuantity(chain.tree.head.number))
    expect(await result('eth_syncing')).toBe(false)
    expect(await result('web3_clientVersion')).toBe('ommer/test')
  })
})

test('with the methods core, serves those and no others', async () => {
  const server = await serveInTest(await createTestChain(), { methods: 'core' })
  for (const method of methodNames) {
    const error = (await ask(server, method).catch((reason) => reason)) as { code: number }
    // They need arguments.
    const code = methodSets.core.has(method) ? -32602 : -32601
    expect([method, error.code]).toEqual([method, code])
  }
})
