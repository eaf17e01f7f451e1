import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { JsonRpcProvider, WebSocketProvider } from 'ethers'
import { createPublicClient, http, webSocket } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Web3 } from 'web3'
import { WebSocket } from 'ws'
import { createChain } from '../../src/chain/createChain.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import { patient } from '../support/patientViem.ts'
import { serveInTest } from '../support/serving.ts'
import { testSpec } from '../support/testSpec.ts'
import { post, request } from '../support/transports.ts'
import { askSocket, openSocket } from '../support/webSockets.ts'

const chain = await createChain(testSpec)
const chainId = request('eth_chainId')
const pending = request('eth_getBlockByNumber', ['pending', false])

const start = (options?: ServeOptions) => serveInTest(chain, options)

const portOf = (server: Server) => Number(new URL(server.url).port)

/** A path of the server, with the root address where that is off, too. */
const at = (server: Server, path: string, protocol = 'http') =>
  `${protocol}://${new URL(server.url).host.replace('0.0.0.0', '127.0.0.1')}${path}`

/** Upgrades to WebSocket; returns the status, and the body of a refusal. */
async function upgrade(url: string): Promise<{ status: number; body?: unknown }> {
  const socket = new WebSocket(url)
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate()
      resolve({ status: 101 })
    })
    socket.once('unexpected-response', (_, response: IncomingMessage) => {
      response.toArray().then((chunks) => {
        const body = JSON.parse(String(Buffer.concat(chunks)))
        resolve({ status: response.statusCode as number, body })
      }, reject)
    })
  })
}

const notFoundBecause = (problem: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32600,
    message: `not found: ${problem}requests go to /v3/<API_KEY>, or by WebSocket to /ws/v3/<API_KEY>; /contracts/<API_KEY> lists the contracts`,
  },
})
const notFound = notFoundBecause(
  'the root address is off with --api-key, --any-key, --scenario, or a --host that is not a loopback address, and while its endpoint is closed; ',
)

/** Whether this machine can listen on `::1`. */
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

const ownKeys: readonly ServeOptions[] = [
  { apiKeys: ['dev'] },
  { apiKeys: ['geth'] },
  { apiKeys: ['dev', { key: 'geth', dialect: 'geth' }] },
  { anyKey: true },
]

describe('the root address is served', () => {
  test.each<ServeOptions>([
    {},
    { host: 'localhost' },
    ...(hasIpv6 ? [{ host: '::1' }] : []),
    { dialect: 'geth' },
    { methods: 'core', control: true },
  ])('with %j', async (options) => {
    const server = await start(options)
    const { host } = new URL(server.url)
    expect([server.rootUrl, server.rootWsUrl]).toEqual([`http://${host}`, `ws://${host}`])
    const block = await (await post(`http://${host}`, pending)).text()
    expect(block).toBe(await (await post(server.endpoint('geth').url, pending)).text())
    // Only geth's has a number.
    expect(JSON.parse(block).result.number).toBe('0x31')
    expect(await upgrade(`ws://${host}`)).toEqual({ status: 101 })
  })
})

describe('the root address gets 404', () => {
  test.each<ServeOptions>([
    ...ownKeys,
    { host: '0.0.0.0' },
    ...ownKeys.map((options) => ({ host: '0.0.0.0', ...options })),
    ...ownKeys.map((options) => ({ host: 'localhost', ...options })),
  ])('with %j', async (options) => {
    const server = await start(options)
    expect([server.rootUrl, server.rootWsUrl]).toEqual([undefined, undefined])
    const response = await post(at(server, '/'), chainId)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual(notFound)
    expect(await upgrade(at(server, '/', 'ws'))).toEqual({ status: 404, body: notFound })
    expect((await fetch(at(server, '/'))).status).toBe(200)
  })

  test('on every other path', async () => {
    const server = await start()
    for (const path of ['//', '/v3', '/x', '/%', '/ws', '/index.html']) {
      const response = await post(at(server, path), chainId)
      expect([path, response.status, await response.json()]).toEqual([
        path,
        404,
        notFoundBecause(''),
      ])
      expect(await upgrade(at(server, path, 'ws'))).toEqual({
        status: 404,
        body: notFoundBecause(''),
      })
    }
  })

  test('for every other verb', async () => {
    const server = await start()
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      expect((await fetch(at(server, '/'), { method })).status).toBe(404)
    }
  })
})

test('GET / is still the page', async () => {
  const server = await start()
  for (const path of ['/', '/?x']) {
    const response = await fetch(at(server, path))
    expect(await response.json()).toMatchObject({ http: '/v3/<API_KEY>' })
  }
  expect((await fetch(at(server, '/'), { method: 'HEAD' })).status).toBe(200)
})

describe('the root address answers like /v3/geth', () => {
  /** Everything that the server sends before it closes the connection, but the time. */
  async function exchange(server: Server, requests: string): Promise<string> {
    const socket = connect(portOf(server), '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.write(requests)
    await once(socket, 'close')
    const received = Buffer.concat(chunks).toString('latin1')
    return received.replaceAll(/^Date: .*$/gm, '')
  }

  const json = 'Content-Type: application/json'

  function message(verb: string, target: string, headers: readonly string[], body: string): string {
    const lines = [`${verb} ${target} HTTP/1.1`, 'Host: 127.0.0.1:8545', ...headers]
    return [...lines, `Content-Length: ${body.length}`, '', body].join('\r\n')
  }

  const end = 'Connection: close'
  const large = request('eth_getBlockByNumber', ['0x20', true])
  const requests: readonly [string, string, (target: string) => string][] = [
    ['a call', '200', (to) => message('POST', to, [json, end], chainId)],
    ['a batch', '200', (to) => message('POST', to, [json, end], `[${chainId},${pending}]`)],
    [
      'a notification',
      '200',
      (to) => message('POST', to, [json, end], chainId.replace('"id":1,', '')),
    ],
    [
      'a response with gzip',
      '200',
      (to) => message('POST', to, [json, end, 'Accept-Encoding: gzip'], large),
    ],
    ['a preflight', '204', (to) => message('OPTIONS', to, [end, 'Origin: http://a.b'], '')],
    ['no JSON', '200', (to) => message('POST', to, [json, end], '{')],
    [
      'another content type',
      '415',
      (to) => message('POST', to, ['Content-Type: text/plain', end], chainId),
    ],
    [
      'a compressed body',
      '415',
      (to) => message('POST', to, [json, end, 'Content-Encoding: br'], chainId),
    ],
    [
      'a body above the limit',
      '413',
      (to) => message('POST', to, [json, end], chainId.padEnd(2000)),
    ],
    ['too large a batch', '200', (to) => message('POST', to, [json, end], `[${chainId},1,1,1]`)],
    [
      'pipelined requests',
      '200',
      (to) =>
        message('POST', to, [json], pending) +
        message('POST', to, [json], large) +
        message('POST', to, [json, end], chainId),
    ],
  ]

  test.each(requests)('%s', async (_what, status, write) => {
    const server = await start({ limits: { requestBytes: 1000, batchSize: 3 } })
    const expected = await exchange(server, write('/v3/geth'))
    expect(expected).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const targets = [
      '/',
      '/?x',
      '/?x=/v3/dev',
      'http://127.0.0.1:8545',
      'http://a.b:1/',
      'http://a.b?x',
    ]
    for (const target of targets) {
      expect([target, await exchange(server, write(target))]).toEqual([target, expected])
    }
  })

  test('an offer to upgrade to HTTP/2', async () => {
    const server = await start()
    const offer = ['Connection: Upgrade, close', 'Upgrade: h2c', json]
    expect(await exchange(server, message('POST', '/', offer, chainId))).toContain('"0x539"')
  })

  test('in metrics and in the request log', async () => {
    const lines: Record<string, unknown>[] = []
    const logStream = { write: (line: string) => lines.push(JSON.parse(line)) }
    const server = await start({ logLevel: 'info', logStream })
    await (await post(at(server, '/'), chainId)).text()
    await (await post(at(server, '/v3/geth'), chainId)).text()
    const [atRoot, atKey] = lines.map(({ time, ms, ...line }) => line)
    expect(atRoot).toMatchObject({ msg: 'request', key: '…', method: 'eth_chainId', result: 'ok' })
    expect(atRoot).toEqual(atKey)
    const metrics = await (await fetch(at(server, '/metrics'))).text()
    expect(metrics).toMatch(/^ommer_requests_total\{method="eth_chainId",result="ok"\} 2$/m)
  })

  test('with the faults of the endpoint', async () => {
    const server = await start()
    server.setFaults([
      { calls: 1, fault: { kind: 'error', code: -32000, message: 'busy' } },
      { calls: 2, fault: { kind: 'rateLimit' } },
    ])
    expect(await (await post(at(server, '/'), chainId)).json()).toMatchObject({
      error: { message: 'busy' },
    })
    expect((await post(at(server, '/'), chainId)).status).toBe(429)
    expect(await (await post(at(server, '/'), chainId)).json()).toMatchObject({ result: '0x539' })
  })
})

describe('WebSocket at the root address', () => {
  const open = (server: Server, path: string) => openSocket(at(server, path, 'ws'))

  test.each(['', '/', '/?x', '/?/ws/v3/dev'])('%j answers like /ws/v3/geth', async (path) => {
    const server = await start({ limits: { batchSize: 3 } })
    const [root, geth] = [await open(server, path), await open(server, '/ws/v3/geth')]
    for (const body of [chainId, pending, `[${pending},${chainId}]`, '[1,1,1,1]', '{', '']) {
      expect(await askSocket(root, body)).toBe(await askSocket(geth, body))
    }
  })

  test('sees the moves of the endpoint', async () => {
    const server = await start()
    const socket = await open(server, '/')
    await askSocket(socket, request('eth_subscribe', ['newHeads']))
    const numbers: unknown[] = []
    socket.on('message', (message) => {
      const { params } = JSON.parse(String(message))
      numbers.push(params?.result.number)
    })
    await server.reorg({ depth: 2, length: 2 })
    await vi.waitFor(() => expect(numbers).toEqual(['0x2f', '0x30']), 60_000)
    expect(JSON.parse(await askSocket(socket, request('eth_blockNumber'))).result).toBe('0x30')
  })

  test('ends when the endpoint is closed; the address gets 404 until the key exists again', async () => {
    const server = await start()
    const kept = await fetch(at(server, '/health')).then(() => open(server, '/'))
    const closed = once(kept, 'close')
    await server.endpoint('geth').close()
    expect((await closed)[0]).toBe(1001)
    expect([server.rootUrl, server.rootWsUrl]).toEqual([undefined, undefined])
    const response = await post(at(server, '/'), chainId)
    expect([response.status, await response.json()]).toEqual([404, notFound])
    expect(await upgrade(at(server, '/', 'ws'))).toEqual({ status: 404, body: notFound })
    expect((await post(at(server, '/v3/geth'), chainId)).status).toBe(401)

    server.endpoint('geth', { dialect: 'geth', head: 7 })
    expect(await (await post(server.rootUrl as string, request('eth_blockNumber'))).json()).toEqual(
      {
        jsonrpc: '2.0',
        id: 1,
        result: '0x7',
      },
    )
  })
})

describe('with nothing but the address', () => {
  test('viem reads and watches', async () => {
    const server = await start()
    const client = createPublicClient({ transport: http(server.rootUrl, patient) })
    expect((await client.getBlock({ blockTag: 'pending' })).number).toBe(49n)
    const watching = createPublicClient({ transport: webSocket(server.rootWsUrl, patient) })
    expect(await watching.getBlockNumber()).toBe(48n)
    const rpc = await watching.transport.getRpcClient()
    rpc.close()
  })

  test('ethers reads', async () => {
    const server = await start()
    const provider = new JsonRpcProvider(server.rootUrl)
    expect((await provider.getBlock('pending'))?.number).toBe(49)
    provider.destroy()
    const overSocket = new WebSocketProvider(server.rootWsUrl as string)
    expect(await overSocket.getBlockNumber()).toBe(48)
    await overSocket.destroy()
  })

  test('web3.js reads', async () => {
    const server = await start()
    expect(await new Web3(server.rootUrl).eth.getBlockNumber()).toBe(48n)
  })
})

/** As prool does: it forwards `/1` to the root address, over HTTP and over WebSocket. */
test('a proxy forwards the paths of its pool', async () => {
  const server = await start()
  const forward = ({ method, headers }: IncomingMessage) =>
    httpRequest({ host: '127.0.0.1', port: portOf(server), path: '/', method, headers })
  const proxy = createServer((request, response) => {
    const forwarded = forward(request)
    request.pipe(forwarded)
    forwarded.once('response', (answer) => {
      response.writeHead(answer.statusCode as number, answer.headers)
      answer.pipe(response)
    })
  })
  proxy.on('upgrade', (request, socket) => {
    const forwarded = forward(request).end()
    forwarded.once('upgrade', ({ rawHeaders }, upstream) => {
      const lines = rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
      )
      socket.write(`${['HTTP/1.1 101 Switching Protocols', ...lines].join('\r\n')}\r\n\r\n`)
      socket.pipe(upstream).pipe(socket)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.close()
  })
  const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}/1`
  expect(await (await post(`http://${address}`, chainId)).json()).toMatchObject({ result: '0x539' })
  const socket = await openSocket(`ws://${address}`)
  expect(JSON.parse(await askSocket(socket, pending))).toMatchObject({
    id: 1,
    result: { number: '0x31' },
  })
  socket.terminate()
  proxy.closeAllConnections()
})
