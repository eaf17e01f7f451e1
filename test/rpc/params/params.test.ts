import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import { createTestChain, findBlock } from '../../support/chain.ts'
import { type Connection, request, transports } from '../../support/transports.ts'

const zeroHash = `0x${'0'.repeat(64)}`

describe.each(transports)('parameters over $transport', ({ open }) => {
  let chain: Chain
  let server: Server
  let connection: Connection

  beforeAll(async () => {
    chain = await createTestChain()
    server = await serve(chain, { port: 0 })
    connection = await open(server)
  })
  afterAll(async () => {
    connection.close()
    await server.close()
  })

  async function call(method: string, params: readonly unknown[]) {
    return JSON.parse(await connection.ask(request(method, params)))
  }

  const wrongBlockParameters: [string, unknown][] = [
    ['a decimal text', '1'],
    ['a number', 1],
    ['0x without digits', '0x'],
    ['an empty text', ''],
    ['a minus sign', '-0x1'],
    ['a sign inside', '0x-1'],
    ['a fraction', '0x1.5'],
    ['2^63', '0x8000000000000000'],
    ['2^64', '0x10000000000000000'],
    ['a leading zero', '0x01'],
    ['two zeros', '0x00'],
    ['no hex digit', '0xg'],
    ['a space', ' 0x1'],
    ['a space after', '0x1 '],
    ['a tag in capitals', 'LATEST'],
    ['a tag with a capital', 'Latest'],
    ['no tag', 'newest'],
    ['a boolean', true],
    ['an object', {}],
    ['an array', ['latest']],
    ['a block hash', zeroHash],
    ['an EIP-1898 object', { blockNumber: '0x1' }],
  ]

  describe('the block parameter', () => {
    const methods: [string, unknown[]][] = [
      ['eth_getBlockByNumber', [false]],
      ['eth_getUncleByBlockNumberAndIndex', ['0x0']],
      ['eth_getTransactionByBlockNumberAndIndex', ['0x0']],
      ['eth_getBlockTransactionCountByNumber', []],
      ['eth_getUncleCountByBlockNumber', []],
    ]
    describe.each(methods)('of %s', (method, rest) => {
      test.each(wrongBlockParameters)('refuses %s', async (_, parameter) => {
        expect(await call(method, [parameter, ...rest])).toEqual({
          jsonrpc: '2.0',
          id: 1,
          error: { code: -32602, message: expect.stringMatching(/^invalid argument 0: ./) },
        })
      })

      test('may exceed the head by far', async () => {
        for (const number of [
          '0xffff',
          '0x20000000000001',
          '0x7fffffffffffffff',
          '0x7FFFFFFFFFFFFFFF',
        ]) {
          expect(await call(method, [number, ...rest])).toHaveProperty('result', null)
        }
      })

      test('is required', async () => {
        const message = 'missing value for required argument 0'
        expect(await call(method, [])).toHaveProperty('error', { code: -32602, message })
        expect(await call(method, [null, ...rest])).toHaveProperty('error', {
          code: -32602,
          message,
        })
      })
    })

    test.each([
      ['earliest', 0],
      ['0x0', 0],
      ['0x2a', 42],
      ['0x2A', 42],
      ['0X2A', 42],
      ['latest', 48],
      ['safe', 40],
    ])('%s', async (parameter, number) => {
      const { result } = await call('eth_getBlockByNumber', [parameter, false])
      expect(result).toMatchObject({
        number: `0x${number.toString(16)}`,
        hash: chain.tree.byNumber(number)?.hash,
      })
    })

    test('reads pending as the child of the head', async () => {
      const { result } = await call('eth_getBlockByNumber', ['pending', false])
      expect(result).toMatchObject({ parentHash: chain.tree.head.hash, uncles: [] })
    })

    test('returns null for finalized before any block is final', async () => {
      expect(await call('eth_getBlockByNumber', ['finalized', false])).toHaveProperty(
        'result',
        null,
      )
      expect(await call('eth_getBlockReceipts', ['finalized'])).toHaveProperty('result', null)
    })
  })

  describe('the block parameter of eth_getBlockReceipts', () => {
    let block: Block
    let receipts: unknown

    beforeAll(async () => {
      block = findBlock(chain, ({ transactions }) => transactions.length > 0)
      receipts = (await call('eth_getBlockReceipts', [`0x${block.header.number.toString(16)}`]))
        .result
      expect(receipts).toHaveLength(block.transactions.length)
    })

    test('accepts a decimal integer', async () => {
      const { number } = block.header
      for (const parameter of [number, String(number), `000${number}`]) {
        expect(await call('eth_getBlockReceipts', [parameter])).toHaveProperty('result', receipts)
      }
      const asFloat = `{"jsonrpc":"2.0","id":1,"method":"eth_getBlockReceipts","params":[${number}.0]}`
      expect(JSON.parse(await connection.ask(asFloat))).toHaveProperty('result', receipts)
    })

    test('refuses minus zero', async () => {
      const minusZero = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockReceipts","params":[-0]}'
      expect(JSON.parse(await connection.ask(minusZero))).toHaveProperty('error.code', -32602)
    })

    test('accepts a block hash, or an EIP-1898 object', async () => {
      const { hash } = block
      for (const parameter of [
        hash,
        `0x${hash.slice(2).toUpperCase()}`,
        { blockHash: hash },
        { blockHash: hash, requireCanonical: true },
        { blockNumber: `0x${block.header.number.toString(16)}` },
        { blockHash: hash, blockNumber: null, requireCanonical: null },
        { blockHash: null, blockNumber: `0x${block.header.number.toString(16)}` },
      ]) {
        expect(await call('eth_getBlockReceipts', [parameter])).toHaveProperty('result', receipts)
      }
    })

    test('reads pending as latest', async () => {
      const latest = await call('eth_getBlockReceipts', ['latest'])
      expect(await call('eth_getBlockReceipts', ['pending'])).toEqual(latest)
      expect(latest.result).toHaveLength(chain.head.transactions.length)
    })

    test('requireCanonical excludes blocks of other branches', async () => {
      const including = findBlock(chain, ({ uncles }) => uncles.length > 0)
      const [uncle] = including.uncles
      const parameter = { blockHash: uncle?.hash }
      expect((await call('eth_getBlockReceipts', [parameter])).result).toBeInstanceOf(Array)
      expect(
        await call('eth_getBlockReceipts', [{ ...parameter, requireCanonical: true }]),
      ).toHaveProperty('result', null)
    })

    test.each([
      ['0xffff'],
      [65_535],
      ['65535'],
      [2 ** 53 - 1],
      ['9223372036854775807'],
      [zeroHash],
      [{ blockHash: zeroHash }],
    ])('returns nothing for %s', async (parameter) => {
      expect(await call('eth_getBlockReceipts', [parameter])).toHaveProperty('result', null)
    })

    test.each([
      ['a fraction', 1.5],
      ['a negative number', -1],
      ['a number above 2^53 - 1', 2 ** 53],
      ['digits above 2^63 - 1', '9223372036854775808'],
      ['a hundred digits', '9'.repeat(100)],
      ['a negative text', '-1'],
      ['a fraction as a text', '1.0'],
      ['an exponent', '1e3'],
      ['0x without digits', '0x'],
      ['an empty text', ''],
      ['a leading zero', '0x01'],
      ['2^63', '0x8000000000000000'],
      ['a tag in capitals', 'PENDING'],
      ['a boolean', false],
      ['an array', [1]],
      ['a short hash', zeroHash.slice(0, -1)],
      ['a long hash', `${zeroHash}0`],
      ['an object with neither', {}],
      ['an object with nulls', { blockHash: null, blockNumber: null }],
      ['an object with both', { blockHash: zeroHash, blockNumber: '0x1' }],
      ['an object with a wrong hash', { blockHash: '0x1' }],
      ['an object with a wrong number', { blockNumber: 1 }],
      ['an object with a wrong flag', { blockHash: zeroHash, requireCanonical: 1 }],
    ])('refuses %s', async (_, parameter) => {
      expect(await call('eth_getBlockReceipts', [parameter])).toHaveProperty('error', {
        code: -32602,
        message: expect.stringMatching(/^invalid argument 0: ./),
      })
    })
  })

  describe.each([
    ['eth_getBlockByHash', [false]],
    ['eth_getBlockTransactionCountByHash', []],
    ['eth_getUncleCountByBlockHash', []],
    ['eth_getUncleByBlockHashAndIndex', ['0x0']],
    ['eth_getTransactionByBlockHashAndIndex', ['0x0']],
    ['eth_getTransactionByHash', []],
    ['eth_getTransactionReceipt', []],
  ] as [string, unknown[]][])('the hash of %s', (method, rest) => {
    test.each([
      ['too short', zeroHash.slice(0, -1)],
      ['too long', `${zeroHash}0`],
      ['empty', '0x'],
      ['without 0x', zeroHash.slice(2)],
      ['without 0x, at full length', `00${zeroHash.slice(2)}`],
      ['not hex', `0x${'g'.repeat(64)}`],
      ['a tag', 'latest'],
      ['a number', 1],
      ['a boolean', true],
      ['an object', { blockHash: zeroHash }],
      ['an array', [zeroHash]],
    ])('refuses %s', async (_, hash) => {
      expect(await call(method, [hash, ...rest])).toHaveProperty('error', {
        code: -32602,
        message: expect.stringMatching(/^invalid argument 0: ./),
      })
    })

    test('returns null for an unknown hash', async () => {
      expect(await call(method, [zeroHash, ...rest])).toHaveProperty('result', null)
    })
  })

  test('accepts a hash in either case', async () => {
    const { hash } = chain.tree.head
    const lower = await call('eth_getBlockByHash', [hash, false])
    expect(lower.result.hash).toBe(hash)
    expect(await call('eth_getBlockByHash', [`0x${hash.slice(2).toUpperCase()}`, false])).toEqual(
      lower,
    )
  })

  describe.each([
    ['eth_getBlockByHash', zeroHash],
    ['eth_getBlockByNumber', 'latest'],
  ])('the details flag of %s', (method, block) => {
    test.each([
      ['a text', 'true'],
      ['a number', 1],
      ['zero', 0],
      ['an object', {}],
      ['an array', []],
    ])('refuses %s', async (_, flag) => {
      expect(await call(method, [block, flag])).toHaveProperty('error', {
        code: -32602,
        message: expect.stringMatching(/^invalid argument 1: ./),
      })
    })

    test('is required', async () => {
      const message = 'missing value for required argument 1'
      expect(await call(method, [block])).toHaveProperty('error', { code: -32602, message })
      expect(await call(method, [block, null])).toHaveProperty('error', { code: -32602, message })
    })

    test('must be the last argument', async () => {
      const message = 'too many arguments, want at most 2'
      expect(await call(method, [block, true, 1])).toHaveProperty('error', {
        code: -32602,
        message,
      })
    })
  })

  describe.each([
    ['eth_getUncleByBlockNumberAndIndex', 'latest'],
    ['eth_getUncleByBlockHashAndIndex', zeroHash],
    ['eth_getTransactionByBlockNumberAndIndex', 'latest'],
    ['eth_getTransactionByBlockHashAndIndex', zeroHash],
  ])('the index of %s', (method, block) => {
    test.each([
      ['a decimal text', '0'],
      ['a number', 0],
      ['0x without digits', '0x'],
      ['a leading zero', '0x00'],
      ['negative', '-0x1'],
      ['2^64', '0x10000000000000000'],
      ['a boolean', true],
      ['a tag', 'latest'],
    ])('refuses %s', async (_, index) => {
      expect(await call(method, [block, index])).toHaveProperty('error', {
        code: -32602,
        message: expect.stringMatching(/^invalid argument 1: ./),
      })
    })

    test('is required', async () => {
      const message = 'missing value for required argument 1'
      expect(await call(method, [block])).toHaveProperty('error', { code: -32602, message })
    })

    test('returns null for an index past the end', async () => {
      for (const index of ['0xfff', '0xFFF', '0xffffffffffffffff']) {
        expect(await call(method, [block, index])).toHaveProperty('result', null)
      }
    })
  })

  test.each(['eth_chainId', 'net_version', 'eth_blockNumber', 'eth_syncing', 'web3_clientVersion'])(
    '%s takes no parameters',
    async (method) => {
      const message = 'too many arguments, want at most 0'
      expect(await call(method, ['latest'])).toHaveProperty('error', { code: -32602, message })
    },
  )
})
