import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Server, serve } from '../../src/server/serve.ts'
import { createTestChain } from '../support/chain.ts'
import { nextServerSocket } from '../support/serverSockets.ts'
import { serveForTests } from '../support/serving.ts'
import { request } from '../support/transports.ts'
import { until } from '../support/until.ts'
import { openSocket } from '../support/webSockets.ts'

const { server } = await serveForTests(await createTestChain(), {
  limits: { requestBytes: 2_000_000 },
})
afterEach(() => {
  vi.useRealTimers()
})

const chainId = request('eth_chainId')
const answer = '{"jsonrpc":"2.0","id":1,"result":"0x539"}'
const errorBody = { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } }

/** A connection that records every byte, and how the server ends it. */
class RawConnection {
  readonly #socket: Socket
  #received = ''

  constructor({ url } = server) {
    this.#socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    this.#socket.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text
    })
  }

  send(head: string[], body = ''): void {
    this.#socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }

  write(text: string): void {
    this.#socket.write(text)
  }

  /** Everything received until a text arrives. */
  async until(text: string): Promise<string> {
    while (!this.#received.includes(text)) await once(this.#socket, 'data')
    const received = this.#received
    this.#received = ''
    return received
  }

  /** Everything received until the server ends the connection. */
  async untilEnd(): Promise<string> {
    if (!this.#socket.closed) await once(this.#socket, 'close')
    return this.#received
  }

  destroy(): void {
    this.#socket.destroy()
  }
}

/** The head of a POST. */
function post(target: string, ...headers: string[]): string[] {
  return [`POST ${target} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers]
}

/** The body of the last response on a connection. */
function lastBody(received: string): unknown {
  return JSON.parse(received.slice(received.lastIndexOf('\r\n\r\n') + 4))
}

describe('an upgrade to another protocol', () => {
  // Sent by Java's HttpClient, and by curl --http2.
  const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']

  test('is ignored, and its request answered', async () => {
    const connection = new RawConnection()
    // More times than an emitter accepts listeners without a warning.
    for (let time = 0; time < 20; time++) {
      connection.send(post('/v3/dev', ...offer, `Content-Length: ${chainId.length}`), chainId)
      expect(await connection.until(answer)).toMatch(/^HTTP\/1\.1 200 /)
    }
    connection.destroy()
  })

  test('is ignored, and the request after a refused one answered', async () => {
    const connection = new RawConnection()
    const postRequest = `${post('/v3/dev', `Content-Length: ${chainId.length}`).join('\r\n')}\r\n\r\n${chainId}`
    connection.send(['OPTIONS /v3/dev HTTP/1.1', 'Host: x', ...offer], postRequest)
    expect(await connection.until(answer)).toMatch(/^HTTP\/1\.1 204 /)
    connection.write(postRequest)
    expect(await connection.until(answer)).toMatch(/^HTTP\/1\.1 200 /)
    connection.destroy()
  })

  test.each([1_900_000, 2_000_001])('receives a body of %i bytes', async (bytes) => {
    const connection = new RawConnection()
    connection.send(post('/v3/dev', ...offer, `Content-Length: ${bytes}`), chainId.padEnd(bytes))
    const received = await connection.until('}')
    expect(received).toMatch(bytes > 2_000_000 ? /^HTTP\/1\.1 413 / : /^HTTP\/1\.1 200 /)
    // Any remaining bytes of the body would be parsed as the next request.
    connection.send(post('/v3/dev', `Content-Length: ${chainId.length}`), chainId)
    expect(await connection.until(answer)).toMatch(/^HTTP\/1\.1 200 /)
    connection.destroy()
  })

  test('receives a body in separate chunks', async () => {
    const accepted = nextServerSocket(Number(new URL(server.url).port))
    const connection = new RawConnection()
    connection.send(post('/v3/dev', ...offer, 'Transfer-Encoding: chunked'))
    const { socket } = await accepted
    for (const piece of chainId.match(/.{1,20}/g) as string[]) {
      const before = socket.bytesRead
      connection.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)
      await until(() => socket.bytesRead > before)
    }
    connection.write('0\r\n\r\n')
    expect(await connection.until(answer)).toMatch(/^HTTP\/1\.1 200 /)
    connection.destroy()
  })

  test('keeps or closes the connection as the client requests', async () => {
    const connection = new RawConnection()
    const head = ['Connection: close, Upgrade', 'Upgrade: h2c']
    connection.send(post('/v3/dev', ...head, `Content-Length: ${chainId.length}`), chainId)
    expect(await connection.untilEnd()).toContain('Connection: close')
  })

  test.each([
    ['/v3/wrong', 401],
    ['/elsewhere', 404],
    ['/ws/v3/dev', 426],
  ])('answers a request to %s with %i', async (target, status) => {
    const connection = new RawConnection()
    connection.send(post(target, ...offer, 'Content-Length: 0'))
    expect(await connection.until('}')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    connection.destroy()
  })
})

describe('Expect: 100-continue', () => {
  const expecting = 'Expect: 100-continue'

  test('gets 100 and then its answer', async () => {
    const connection = new RawConnection()
    for (let time = 0; time < 2; time++) {
      connection.send(post('/v3/dev', expecting, `Content-Length: ${chainId.length}`))
      expect(await connection.until('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n')
      connection.write(chainId)
      const received = await connection.until(answer)
      expect(received).toMatch(/^HTTP\/1\.1 200 /)
      expect(received).toContain('Connection: keep-alive')
    }
    connection.destroy()
  })

  test.each([
    ['a body above the limit', 413, post('/v3/dev', expecting, 'Content-Length: 2000001')],
    ['an unknown key', 401, post('/v3/wrong', expecting, 'Content-Length: 10')],
    ['a compressed body', 415, post('/v3/dev', expecting, 'Content-Encoding: br')],
    ['another path', 404, post('/elsewhere', expecting, 'Content-Length: 10')],
  ])('with %s gets %i at once, without the body', async (_, status, head) => {
    const connection = new RawConnection()
    connection.send(head)
    const received = await connection.untilEnd()
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(received).not.toContain('100 Continue')
    expect(lastBody(received)).toMatchObject({ jsonrpc: '2.0', id: null })
  })

  test('with any other expectation gets 417', async () => {
    const connection = new RawConnection()
    connection.send(post('/v3/dev', 'Expect: the-moon', 'Connection: close', 'Content-Length: 0'))
    const received = await connection.untilEnd()
    expect(received).toMatch(/^HTTP\/1\.1 417 /)
    expect(lastBody(received)).toEqual(errorBody)
  })
})

test('refuses a body above the limit by its declared length', async () => {
  const connection = new RawConnection()
  connection.send(post('/v3/dev', 'Content-Length: 2000001'))
  expect(await connection.until('}')).toMatch(/^HTTP\/1\.1 413 /)
  connection.destroy()
})

describe('a request that node:http cannot parse', () => {
  test.each([
    ['no HTTP', 400, ['nonsense']],
    ['a length that is no number', 400, post('/v3/dev', 'Content-Length: many')],
    ['headers above 16 KB', 431, post('/v3/dev', `X-Long: ${'x'.repeat(17_000)}`)],
  ])('with %s gets %i with a JSON-RPC body', async (_, status, head) => {
    const connection = new RawConnection()
    connection.send(head)
    const received = await connection.untilEnd()
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(lastBody(received)).toEqual(errorBody)
  })
})

describe('a target with an origin', () => {
  test.each(['http://example.org', 'HTTP://127.0.0.1:8545', 'https://[::1]:1'])(
    '%s is served as its path',
    async (origin) => {
      const connection = new RawConnection()
      connection.send(
        post(`${origin}/v3/dev`, `Content-Length: ${chainId.length}`, 'Connection: close'),
        chainId,
      )
      const received = await connection.untilEnd()
      expect(received).toMatch(/^HTTP\/1\.1 200 /)
      expect(received).toContain(answer)
    },
  )

  test('can be upgraded too', async () => {
    const connection = new RawConnection()
    connection.send([
      'GET ws://example.org/ws/v3/dev HTTP/1.1',
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ])
    expect(await connection.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 101 /)
    connection.destroy()
  })
})

test('keeps connections alive for longer than clients do', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = []
  for (let time = 0; time < 2; time++) {
    const headers = { 'content-type': 'application/json' }
    const sent = httpRequest(server.url, { method: 'POST', headers, agent }).end(chainId)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.headers['keep-alive']).toBe('timeout=120')
    sockets.push(response.socket)
    expect(String(Buffer.concat(await response.toArray()))).toBe(answer)
  }
  expect(sockets[1]).toBe(sockets[0])
  agent.destroy()
})

/** Waits until a server accepts no more connections. */
async function untilDeaf({ url }: Server): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    try {
      await once(socket, 'connect')
      socket.destroy()
    } catch {
      return
    }
  }
}

test('answers a request that was sent before a close', async () => {
  const closing = await serve(await createTestChain(), { port: 0 })
  const connection = new RawConnection(closing)
  const webSocket = await openSocket(closing.wsUrl)
  connection.send(post('/v3/dev', 'Content-Length: 2'), '{}')
  await connection.until('}}')
  const message = once(webSocket, 'message')
  // The connection was idle until now, and the server has had no time to notice the request.
  connection.send(post('/v3/dev', `Content-Length: ${chainId.length}`), chainId)
  webSocket.send(chainId)
  const closed = closing.close()
  expect(await connection.untilEnd()).toContain(answer)
  expect(String((await message)[0])).toBe(answer)
  await closed
})

test('answers a request during a close, and tells the client that it is the last', async () => {
  const closing = await serve(await createTestChain(), { port: 0 })
  const connection = new RawConnection(closing)
  const [first, ...rest] = post('/v3/dev', `Content-Length: ${chainId.length}`)
  connection.send([...post('/v3/dev', 'Content-Length: 2')], `{}${first}\r\n`)
  await connection.until('}}')
  const closed = closing.close()
  await untilDeaf(closing)
  connection.send(rest, chainId)
  const received = await connection.untilEnd()
  expect(received).toContain('Connection: close')
  expect(received.endsWith(answer)).toBe(true)
  await closed
})

test('refuses an upgrade during a close with 503', async () => {
  // A close stops reading incomplete requests after a while, which must not elapse during this test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const closing = await serve(await createTestChain(), { port: 0 })
  const { port, pathname } = new URL(closing.wsUrl)
  // This client never answers the close, so the server waits for it.
  const deaf = await openSocket(closing.wsUrl)
  deaf.pause()
  const accepted = nextServerSocket(Number(port))
  const late = connect(Number(port), '127.0.0.1').setEncoding('latin1')
  late.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n`)
  const { socket } = await accepted
  await until(() => socket.bytesRead > 0)

  const closed = closing.close()
  await untilDeaf(closing)
  late.write(
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [received] = (await once(late, 'data')) as [string]
  expect(received).toMatch(/^HTTP\/1\.1 503 /)
  expect(lastBody(received)).toMatchObject({ jsonrpc: '2.0', id: null })
  deaf.terminate()
  late.destroy()
  await closed
})
