import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { OmmerError } from '../../src/primitives/errors.ts'
import { EndpointError } from '../../src/server/endpointError.ts'
import { ListenError } from '../../src/server/listen.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { createTestChain } from '../support/chain.ts'
import { serveInTest } from '../support/serving.ts'
import { post, request } from '../support/transports.ts'
import { openSocket } from '../support/webSockets.ts'

const chain = await createTestChain()
test('refuses background traffic where no account sends it', async () => {
  const empty = await createChain({ preset: 'latest', blocks: 0, accounts: 0 })
  const options = { port: 0, dev: true, backgroundTraffic: true }
  await expect(serve(empty, options)).rejects.toThrow('the chain has no accounts that send')
})

async function start(options: ServeOptions): Promise<Server> {
  return serveInTest(chain, options)
}

const block = { method: 'eth_getBlockByNumber', params: ['latest', false] }

describe('addresses', () => {
  test('contain host, port and key', async () => {
    const server = await start({})
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v3\/dev$/)
    expect(server.wsUrl).toBe(server.url.replace('http://', 'ws://').replace('/v3/', '/ws/v3/'))
  })

  test('for all interfaces name this machine', async () => {
    const server = await start({ host: '0.0.0.0' })
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect((await post(server.url, request('eth_chainId'))).status).toBe(200)
  })

  test('reports a port in use on one line', async () => {
    const { url } = await start({})
    const port = Number(new URL(url).port)
    const error = await serve(chain, { port }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ListenError)
    expect(error).toBeInstanceOf(OmmerError)
    expect(error).toMatchObject({ code: 'PORT_IN_USE' })
    expect((error as Error).message).toMatch(new RegExp(`^[^\\n]*${port}[^\\n]*$`))
  })

  test('refuses a host that is not local', async () => {
    await expect(serve(chain, { port: 0, host: '192.0.2.1' })).rejects.toMatchObject({
      code: 'CANNOT_LISTEN',
    })
  })
})

describe('endpoints', () => {
  test('have separate keys', async () => {
    const server = await start({ apiKeys: ['one', 'two'] })
    expect(server.key).toBe('one')
    const two = server.endpoint('two')
    expect(two.url).toBe(server.url.replace('/one', '/two'))
    for (const { url } of [server, two]) {
      expect((await post(url, request('eth_chainId'))).status).toBe(200)
    }
    expect((await post(server.url.replace('/one', '/dev'), '{}')).status).toBe(401)
  })

  test('can be created while the server runs, in their own dialect', async () => {
    const server = await start({})
    const other = server.endpoint('replica-b', { dialect: 'geth' })
    expect(await other.request(block)).not.toHaveProperty('totalDifficulty')
    expect(await server.request(block)).toHaveProperty('totalDifficulty')
    const response = await post(other.url, request(block.method, block.params))
    expect(await response.json()).toHaveProperty('result', await other.request(block))
    await openSocket(other.wsUrl)
  })

  test('default to the dialect of the server', async () => {
    const server = await start({ dialect: 'geth' })
    expect(await server.request(block)).not.toHaveProperty('totalDifficulty')
    expect(await server.endpoint('other').request(block)).not.toHaveProperty('totalDifficulty')
  })

  test('can be looked up, but not changed', async () => {
    const server = await start({})
    server.endpoint('again', { dialect: 'geth' })
    expect(server.endpoint('again').key).toBe('again')
    expect(server.endpoint('again', { dialect: 'geth' }).key).toBe('again')
    expect(() => server.endpoint('again', { dialect: 'infura' })).toThrow(EndpointError)
  })

  test('are refused with invalid options', async () => {
    const server = await start({})
    expect(() => server.endpoint('a/b')).toThrow(expect.objectContaining({ code: 'INVALID_KEY' }))
    expect(() => server.endpoint('a', { dialect: 'parity' as 'geth' })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', option: 'dialect' }),
    )
    expect(() => server.endpoint('a', { dialects: 'geth' } as object)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', option: 'dialects' }),
    )
  })

  test.each([
    ['INVALID_KEY', undefined, {}],
    ['INVALID_KEY', 123, {}],
    ['INVALID_KEY', null, undefined],
    ['INVALID_OPTIONS', 'x', null],
    ['INVALID_OPTIONS', 'x', 'geth'],
  ])('are refused with %s for invalid arguments: %o, %o', async (code, key, options) => {
    const server = await start({})
    expectRefusal(() => server.endpoint(key as string, options as object), code)
  })

  test('cannot be created on a closed server', async () => {
    const server = await start({})
    const closed = server.close()
    expectRefusal(() => server.endpoint('late'), 'SERVER_CLOSED')
    await closed
    expectRefusal(() => server.endpoint('late'), 'SERVER_CLOSED')
  })

  function expectRefusal(make: () => unknown, code: string): void {
    expect(make).toThrow(EndpointError)
    expect(make).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(/^[^\n]+$/) }),
    )
  }

  test('exist for every well-formed key with anyKey', async () => {
    const server = await start({ anyKey: true })
    const status = async (key: string) =>
      (await post(server.url.replace('/dev', `/${key}`), request('eth_chainId'))).status
    expect(await status('worker-1')).toBe(200)
    expect(await status('worker_2.x')).toBe(200)
    expect(await status('not%20well')).toBe(401)
    await openSocket(server.wsUrl.replace('/dev', '/worker-3'))
  })
})

describe('close', () => {
  test('finishes answers in flight, and accepts no more requests', async () => {
    let release = (_block: SealedBlock) => {}
    const pendingBlock = new Promise<SealedBlock>((resolve) => {
      release = resolve
    })
    const requests = new EventEmitter()
    const slowChain: Chain = Object.assign(Object.create(chain), {
      candidate() {
        requests.emit('requests')
        return pendingBlock
      },
    })
    const server = await serve(slowChain, { port: 0 })
    const body = request('eth_getBlockByNumber', ['pending', true])
    const socket = await openSocket(server.wsUrl)

    const httpRequest = once(requests, 'requests')
    const overHttp = post(server.url, body)
    await httpRequest
    const webSocketRequest = once(requests, 'requests')
    const overWebSocket = once(socket, 'message')
    socket.send(body)
    await webSocketRequest

    const closed = server.close()
    await expect(post(server.url, body)).rejects.toThrow()
    release((await chain.candidate(() => chain.tree.head)) as SealedBlock)
    const answer = await (await overHttp).text()
    expect(JSON.parse(answer)).toHaveProperty('result.hash', null)
    const [message] = await overWebSocket
    expect(String(message)).toBe(answer)
    await closed
  })

  test.each([{}, undefined, createChain({ blocks: 0 })])(
    'refuses this in place of a chain: %o',
    async (wrong) => {
      await expect(serve(wrong as never, { port: 0 })).rejects.toThrow(
        expect.objectContaining({ code: 'INVALID_OPTION', option: 'chain' }),
      )
    },
  )

  test('closes idle connections', async () => {
    const server = await serve(chain, { port: 0 })
    const { port } = new URL(server.url)
    await (await post(server.url, request('eth_chainId'))).text()
    const quiet = connect(Number(port), '127.0.0.1')
    await once(quiet, 'connect')
    const socket = await openSocket(server.wsUrl)
    const closed = Promise.all([once(socket, 'close'), once(quiet.resume(), 'close')])
    await server.close()
    const [[code]] = await closed
    expect(code).toBe(1001)
  })

  test('does not wait for unfinished requests, nor for clients that do not answer the close', async () => {
    // If the close waited for them, it would take days, and the test would time out.
    const days = 1_000_000
    const limits = { closeSeconds: days, requestSeconds: days, idleSeconds: days }
    const server = await serve(chain, { port: 0, limits })
    const { port, pathname } = new URL(server.wsUrl)
    const hanging = connect(Number(port), '127.0.0.1')
    hanging.write('POST /v3/dev HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
    hanging.write('Content-Length: 100\r\n\r\n{')
    hanging.on('error', () => {})
    const mute = connect(Number(port), '127.0.0.1')
    mute.write(
      `GET ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await once(mute, 'data')
    await server.close()
    hanging.destroy()
    mute.destroy()
  })

  test('may be called twice', async () => {
    const server = await serve(chain, { port: 0 })
    await Promise.all([server.close(), server.close()])
    await server.close()
  })
})

describe('pages', () => {
  test('include an index without any key', async () => {
    const server = await start({ apiKeys: ['secret-key'], clientVersion: 'ommer/test' })
    const response = await fetch(new URL('/', server.url))
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).not.toContain('secret')
    expect(JSON.parse(text)).toMatchObject({
      name: 'ommer/test',
      methods: expect.arrayContaining(['eth_getBlockByHash', 'eth_chainId']),
    })
    expect(response.headers.get('x-powered-by')).toBeNull()
  })

  test.each(['/nothing', '/v3', '/v2/dev', '/v3/dev/more', '/%'])(
    'answer %s with 404',
    async (path) => {
      const server = await start({})
      const response = await fetch(new URL(path, server.url))
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } })
    },
  )
})
