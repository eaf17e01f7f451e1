import { afterAll, describe, expect, test } from 'vitest'
import { runLong, uncounted } from '../../src/rpc/longWork.ts'
import { createTestChain } from '../support/chain.ts'
import { serveForTests } from '../support/serving.ts'
import { request, transports } from '../support/transports.ts'

describe.each(transports)('the JSON-RPC 2.0 envelope over $transport', async ({ open }) => {
  const limits = { batchSize: 5 }
  const { server } = await serveForTests(await createTestChain(), { limits })
  const connection = await open(server)
  afterAll(() => connection.close())

  const chainId = { jsonrpc: '2.0', result: '0x539' }

  describe('ids are echoed unchanged', () => {
    test.each([
      '1',
      '0',
      '-1',
      '-0',
      '1.0',
      '1e3',
      '1E+3',
      '0.5',
      '12345678901234567890',
      '9007199254740993',
      '0.1234567890123456789012345',
      '1e400',
      'null',
      '""',
      '"one"',
      '"12345678901234567890"',
      '"\\u00e9 \\"quoted\\" \\\\"',
      '"é"',
    ])('%s', async (id) => {
      const answer = await connection.ask(request('eth_chainId', [], id))
      expect(JSON.parse(answer)).toEqual({ ...chainId, id: JSON.parse(id) })
      if (!id.startsWith('"')) expect(answer).toContain(`"id":${id},`)
    })

    test('finds the id anywhere in the request, with any spacing', async () => {
      const spaced = ' {"params" : [], "method":"eth_chainId", "jsonrpc":"2.0" , "id"\n:\t1e3 } '
      expect(await connection.ask(spaced)).toContain('"id":1e3,')
    })

    test('ignores an id inside params', async () => {
      const nested = '{"params":{"id":5},"method":"eth_chainId","jsonrpc":"2.0","id":6.0}'
      expect(await connection.ask(nested)).toContain('"id":6.0,')
    })

    test('echoes each id of a batch at its index', async () => {
      const batch = `[1,${request('eth_chainId', [], '1.0')},[{"id":7}],${request('eth_chainId', [], '2e0')}]`
      const answer = await connection.ask(batch)
      expect(JSON.parse(answer).map(({ id }: { id: unknown }) => id)).toEqual([null, 1, null, 2])
      expect(answer).toMatch(/"id":null,.*"id":1\.0,.*"id":null,.*"id":2e0,/)
    })
  })

  test.each([
    ['without a promise', 'eth_chainId', []],
    ['with a promise', 'eth_call', [{}, 'latest']],
  ])('long work of others rests after a request that is answered %s', async (_, method, params) => {
    const other = { connection: {}, isClosed: () => false, drained: () => undefined }
    const rested = await runLong({ ...other, memory: uncounted }, async (pause) => {
      await connection.ask(request(method, params))
      const began = performance.now()
      while (performance.now() - began < 6) {}
      const ended = performance.now()
      await pause()
      return performance.now() - ended
    })
    expect(rested).toBeGreaterThan(4)
  })

  test('accepts null as empty params', async () => {
    const responseTo = (method: string) =>
      connection.ask(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":null}`)
    expect(JSON.parse(await responseTo('eth_chainId'))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: '0x539',
    })
    expect(JSON.parse(await responseTo('eth_getBlockByNumber'))).toHaveProperty('error', {
      code: -32602,
      message: 'missing value for required argument 0',
    })
  })

  describe('errors', () => {
    test.each([
      ['text that is no JSON', '{"jsonrpc":"2.0","id":1,', -32700, null],
      ['an empty body', '', -32700, null],
      ['a body of spaces', '  ', -32700, null],
      ['a batch that is no JSON', '[{"jsonrpc":"2.0"},', -32700, null],
      ['an empty batch', '[]', -32600, null],
      ['a number', '1', -32600, null],
      ['a text', '"eth_chainId"', -32600, null],
      ['null', 'null', -32600, null],
      ['an object with nothing in it', '{}', -32600, null],
      ['no version', '{"id":1,"method":"eth_chainId"}', -32600, 1],
      ['version 1.0', '{"jsonrpc":"1.0","id":1,"method":"eth_chainId"}', -32600, 1],
      ['version as a number', '{"jsonrpc":2.0,"id":1,"method":"eth_chainId"}', -32600, 1],
      ['no method', '{"jsonrpc":"2.0","id":"a"}', -32600, 'a'],
      ['method not a text', '{"jsonrpc":"2.0","method":1,"params":"bar"}', -32600, null],
      ['params a text', '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":"a"}', -32600, 1],
      ['id an object', '{"jsonrpc":"2.0","id":{},"method":"eth_chainId"}', -32600, null],
      ['id an array', '{"jsonrpc":"2.0","id":[1],"method":"eth_chainId"}', -32600, null],
      ['id a boolean', '{"jsonrpc":"2.0","id":true,"method":"eth_chainId"}', -32600, null],
      ['unknown method', request('eth_mine'), -32601, 1],
      ['method in other case', request('ETH_CHAINID'), -32601, 1],
      ['method of every object', request('constructor'), -32601, 1],
      ['method __proto__', request('__proto__'), -32601, 1],
      ['params by name', '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":{}}', -32602, 1],
      ['no method, by name', '{"jsonrpc":"2.0","id":1,"method":"eth_mine","params":{}}', -32601, 1],
      ['too many params', request('eth_chainId', [1]), -32602, 1],
    ])('%s', async (_, body, code, id) => {
      expect(JSON.parse(await connection.ask(body))).toEqual({
        jsonrpc: '2.0',
        id,
        error: { code, message: expect.any(String) },
      })
    })

    test('refuses bytes that are not UTF-8', async () => {
      const body = Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","id":"'),
        Buffer.from([0xff, 0x22, 0x7d]),
      ])
      expect(JSON.parse(await connection.ask(body))).toMatchObject({
        id: null,
        error: { code: -32700 },
      })
    })

    test('answers a batch above the limit with one error', async () => {
      const body = `[${Array(6).fill(request('eth_chainId')).join()}]`
      expect(JSON.parse(await connection.ask(body))).toMatchObject({
        id: null,
        error: { code: -32600 },
      })
    })
  })

  test('accepts a request without params', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    expect(JSON.parse(await connection.ask(body))).toEqual({ ...chainId, id: 1 })
  })

  test('ignores members unknown to JSON-RPC', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","extra":{"id":2},"__proto__":{"id":3}}'
    expect(JSON.parse(await connection.ask(body))).toEqual({ ...chainId, id: 1 })
  })

  test.each([
    ['a notification', '{"jsonrpc":"2.0","method":"eth_chainId"}'],
    ['a notification of what is not there', '{"jsonrpc":"2.0","method":"eth_mine","params":[1]}'],
    [
      'a batch of notifications',
      '[{"jsonrpc":"2.0","method":"eth_chainId"},{"jsonrpc":"2.0","method":"x"}]',
    ],
  ])('does not answer %s', async (_, body) => {
    expect(await connection.tell(body)).toBe('')
  })

  test('answers a batch in order, without its notifications', async () => {
    const batch = [
      request('eth_getBlockByNumber', ['pending', false], '"slow"'),
      '{"jsonrpc":"2.0","method":"eth_chainId"}',
      request('eth_chainId', [], '2'),
      '1',
      request('eth_mine', [], '4'),
    ]
    expect(JSON.parse(await connection.ask(`[${batch}]`))).toEqual([
      { jsonrpc: '2.0', id: 'slow', result: expect.objectContaining({ hash: null }) },
      { ...chainId, id: 2 },
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } },
      { jsonrpc: '2.0', id: 4, error: { code: -32601, message: expect.any(String) } },
    ])
  })

  test('answers a batch of one with an array', async () => {
    expect(JSON.parse(await connection.ask(`[${request('eth_chainId')}]`))).toEqual([
      { ...chainId, id: 1 },
    ])
  })
})
