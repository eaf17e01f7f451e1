import { describe, expect, test } from 'vitest'
import { maskKey } from '../../src/server/maskKey.ts'
import type { LogLevel } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import { createTestChain } from '../support/chain.ts'
import { serveInTest } from '../support/serving.ts'
import { post, request, transports } from '../support/transports.ts'
import { openSocket } from '../support/webSockets.ts'

const chain = await createTestChain()
const chainId = request('eth_chainId')
async function serveLogged(logLevel: LogLevel, key = 'dev') {
  const lines: Record<string, unknown>[] = []
  const logStream = {
    write(line: string): void {
      lines.push(JSON.parse(line))
    },
  }
  const server = await serveInTest(chain, { apiKeys: [key], logLevel, logStream })
  return { server, lines }
}

const page = (server: Server, path: string) => fetch(new URL(path, server.url))

describe('/health', () => {
  test('reports that the server is up, and the newest block', async () => {
    const { server } = await serveLogged('silent')
    const response = await page(server, '/health')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok', name: 'ommer', head: 48 })
  })
})

describe('/metrics', () => {
  /** The values of a metric, by its labels as text. */
  function read(text: string, name: string): Record<string, number> {
    const values: Record<string, number> = {}
    for (const line of text.split('\n')) {
      const [, found, labels, value] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? []
      if (found === name) values[labels ?? ''] = Number(value)
    }
    return values
  }

  test('counts requests by method and result, refusals, connections and bytes', async () => {
    const { server } = await serveLogged('silent')
    await openSocket(server.wsUrl)
    for (let time = 0; time < 3; time++) await (await post(server.url, chainId)).text()
    await (await post(server.url, request('eth_getBlockByNumber', ['latest', true]))).text()
    await (await post(server.url, request('eth_getBlockByNumber', ['newest', true]))).text()
    for (const made of ['up1', 'up2']) await (await post(server.url, request(made))).text()
    await (await post(server.url, 'no JSON')).text()
    await (await post(server.url.replace('/dev', '/wrong'), chainId)).text()

    const response = await page(server, '/metrics')
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; .*version=0\.0\.4/)
    const text = await response.text()
    expect(read(text, 'ommer_requests_total')).toEqual({
      '{method="eth_chainId",result="ok"}': 3,
      '{method="eth_getBlockByNumber",result="ok"}': 1,
      '{method="eth_getBlockByNumber",result="INVALID_PARAMS"}': 1,
      // All unknown names are counted together.
      '{method="unknown",result="METHOD_NOT_FOUND"}': 2,
    })
    expect(read(text, 'ommer_refusals_total')).toEqual({
      '{reason="PARSE_ERROR"}': 1,
      '{reason="401"}': 1,
    })
    const connections = read(text, 'ommer_connections')
    expect(connections['{transport="websocket"}']).toBe(1)
    expect(connections['{transport="http"}']).toBeGreaterThan(0)
    expect(read(text, 'ommer_cache_bytes')['']).toBeGreaterThan(500)
    expect(read(text, 'ommer_head_number')).toEqual({ '': 48 })
    expect(read(text, 'process_resident_memory_bytes')['']).toBeGreaterThan(1e7)

    const buckets = read(text, 'ommer_request_duration_seconds_bucket')
    const ofChainId = Object.entries(buckets).filter(([labels]) => labels.includes('eth_chainId'))
    expect(ofChainId.map(([, count]) => count)).toEqual(
      ofChainId.map(([, count]) => count).toSorted((left, right) => left - right),
    )
    expect(ofChainId.at(-1)).toEqual(['{method="eth_chainId",le="+Inf"}', 3])
    expect(read(text, 'ommer_request_duration_seconds_count')).toHaveProperty(
      ['{method="eth_chainId"}'],
      3,
    )
  })

  test('counts what clients have sent, with `dev`', async () => {
    const server = await serveInTest(chain, { dev: true, automine: false, anyKey: true })
    const metrics = async () => (await page(server, '/metrics')).text()
    const [from] = chain.accounts.map(({ address }) => address)
    const send = (key: string, more: object) => {
      const params = [{ from, to: from, ...more }]
      return server.endpoint(key).request({ method: 'eth_sendTransaction', params })
    }
    const nonce = Number(
      await server.request({ method: 'eth_getTransactionCount', params: [from, 'latest'] }),
    )
    await send('a', {})
    await send('b', {})
    await send('b', { nonce: `0x${(nonce + 2).toString(16)}` })
    await expect(send('b', { nonce: '0x0', gas: '0x5207' })).rejects.toThrow()
    const waiting = await metrics()
    expect(read(waiting, 'ommer_pool_transactions')).toEqual({
      '{state="pending"}': 2,
      '{state="queued"}': 1,
    })
    expect(read(waiting, 'ommer_transactions_accepted_total')).toEqual({ '': 3 })
    expect(read(waiting, 'ommer_transactions_refused_total')).toEqual({
      '{reason="INTRINSIC_GAS"}': 1,
    })
    expect(read(waiting, 'ommer_blocks_with_sent_total')).toEqual({ '': 0 })

    // What was sent is kept in the pools, and for scenarios.
    const saved = read(waiting, 'ommer_own_chain_bytes')[''] as number
    expect(saved).toBeGreaterThan(3 * 1200)
    expect(saved).toBeLessThan(3 * 2000)
    await server.endpoint('a').mine(3)
    expect(read(await metrics(), 'ommer_own_chain_bytes')['']).toBeGreaterThan(saved + 3 * 3500)
    await server.endpoint('b').close()
    const mined = await metrics()
    expect(read(mined, 'ommer_pool_transactions')).toEqual({
      '{state="pending"}': 0,
      '{state="queued"}': 0,
    })
    expect(read(mined, 'ommer_blocks_with_sent_total')).toEqual({ '': 1 })
  })
})

describe('the request log', () => {
  test('has a line for each request and refusal, with masked keys', async () => {
    const { server, lines } = await serveLogged('info', 'a-secret-key')
    await (await post(server.url, `[${chainId},${request('eth_x'.padEnd(1000, 'x'))}]`)).text()
    await (await post(server.url.replace('/a-secret', '/another-secret'), chainId)).text()
    expect(lines).toMatchObject([
      { msg: 'request', key: 'a-…', method: 'eth_chainId', result: 'ok', ms: expect.any(Number) },
      { msg: 'request', key: 'a-…', result: 'METHOD_NOT_FOUND' },
      { msg: 'refusal', reason: 401 },
    ])
    expect(String(lines[1]?.method)).toHaveLength(64)
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  describe('at the level debug', () => {
    test.each(transports)('has the parameters of each call over $transport', async ({ open }) => {
      const { server, lines } = await serveLogged('debug', 'a-secret-key')
      const connection = await open(server)
      const privateKey = chain.accounts[0]?.privateKey as string
      const calls = [
        request('eth_getBlockByNumber', ['latest', true]),
        request('eth_getBalance', [privateKey]),
        request('eth_sign', [privateKey, '0x12']),
        request('eth_call', [{ to: `0x${'11'.repeat(20)}`, input: `0x${'00'.repeat(5000)}` }]),
        '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
        '{"jsonrpc":"2.0","method":"eth_chainId"}',
      ]
      await connection.ask(`[${calls.join(',')}]`)
      await connection.ask(chainId)
      connection.close()
      const hidden = `${privateKey.slice(0, 6)}… (32 bytes)`
      expect(lines.map(({ method, params }) => [method, params])).toEqual([
        ['eth_getBlockByNumber', ['latest', true]],
        ['eth_getBalance', [hidden]],
        ['eth_sign', [hidden, '0x12']],
        [
          'eth_call',
          [
            {
              to: `0x${'11'.repeat(20)}`,
              input: `0x${'00'.repeat(127)}… (9746 characters more)`,
            },
          ],
        ],
        ['eth_chainId', undefined],
        ['eth_chainId', []],
      ])
      expect(JSON.stringify(lines)).not.toContain(privateKey.slice(2))
    })

    test('hides the keys that control methods name', async () => {
      const lines: string[] = []
      const logStream = { write: (line: string) => lines.push(line) }
      const server = await serveInTest(chain, { control: true, logLevel: 'debug', logStream })
      const lag = { behind: 'dev', blocks: 1 }
      const url = server.controlUrl as string
      await (await post(url, request('ommer_createEndpoint', ['secret-1', { lag }]))).text()
      await (await post(url, request('ommer_closeEndpoint', ['secret-1']))).text()
      const logged = lines.map((line) => JSON.parse(line).params)
      expect(logged).toEqual([['…', { lag: { behind: '…', blocks: 1 } }], ['…']])
    })

    test('writes each entry on one line of bounded length', async () => {
      const lines: string[] = []
      const logStream = { write: (line: string) => lines.push(line) }
      const server = await serveInTest(chain, { logLevel: 'debug', logStream })
      const breaks = '\n\r\u0085\u2028\u2029\u001b[2J\u009b2J'
      const params = [breaks, { [breaks]: breaks.repeat(100) }, Array(2000).fill(breaks)]
      await (await post(server.url, request(breaks.repeat(10), params))).text()
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(/^[ -~…]+\n$/)
      expect(Buffer.byteLength(lines[0] as string)).toBeLessThan(3072)
      expect(JSON.parse(lines[0] as string).params.slice(0, 1)).toEqual([breaks])
    })
  })

  test('has no parameters at other levels', async () => {
    const { server, lines } = await serveLogged('info')
    await (await post(server.url, request('eth_getBlockByNumber', ['latest', true]))).text()
    expect(lines).toMatchObject([{ method: 'eth_getBlockByNumber' }])
    expect(lines[0]).not.toHaveProperty('params')
  })

  test('is off by default', async () => {
    for (const level of ['silent', 'error'] as const) {
      const { server, lines } = await serveLogged(level)
      await (await post(server.url, chainId)).text()
      expect(lines).toEqual([])
    }
  })

  test('reports internal errors where enabled', async () => {
    const broken = Object.assign(Object.create(chain), {
      candidate: () => Promise.reject(new Error('broken on purpose')),
    })
    const lines: string[] = []
    const logStream = { write: (line: string) => lines.push(line) }
    const server = await serveInTest(broken, { logLevel: 'error', logStream })
    const body = request('eth_getBlockByNumber', ['pending', true])
    expect(await (await post(server.url, body)).text()).not.toContain('purpose')
    expect(lines.join('')).toContain('broken on purpose')
  })

  test('that cannot be written does not keep clients from their answers', async () => {
    const logStream = {
      write(): void {
        throw new Error('disk full')
      },
    }
    const server = await serveInTest(chain, { logLevel: 'info', logStream })
    expect(await (await post(server.url, chainId)).text()).toContain('0x539')
    const metrics = await (await fetch(new URL('/metrics', server.url))).text()
    expect(metrics).toMatch(/^ommer_log_lines_dropped_total 1$/m)
  })

  test('masks short keys completely', () => {
    expect(['dev', 'worker1', 'worker-1'].map(maskKey)).toEqual(['…', '…', 'wo…'])
  })
})
