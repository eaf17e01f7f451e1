import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { connectTo, passOnRequest, passOnUpgrade } from '../../src/server/passOn.ts'

const SOON_MS = 20
const LONG_MS = 600_000

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** How long a proxy waits for a process: for the last one, however slow the machine is. */
function limitOf(address: string, addresses: readonly string[], milliseconds: number): number {
  return address === addresses.at(-1) ? LONG_MS : milliseconds
}

/** A proxy that tries these addresses in turn. @returns its URL */
async function proxy(addresses: readonly string[], milliseconds: number): Promise<string> {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const address of addresses) {
      const socket = (await connectTo(address, LONG_MS)) as Socket
      const field = ['x-ommer-hops', '1'] as const
      const limit = limitOf(address, addresses, milliseconds)
      if (await passOnRequest(socket, request, response, field, limit)) return
    }
    response.writeHead(503).end()
  }
  return `http://${await listen(createServer(handle))}`
}

/** A proxy of WebSockets that tries these addresses in turn. @returns its URL, and how often it has tried one */
async function upgradeProxy(addresses: readonly string[], milliseconds: number, heartbeat = 60) {
  const proxied = createServer()
  const tried: string[] = []
  proxied.on('upgrade', async (request, socket, head) => {
    socket.on('error', () => {})
    for (const address of addresses) {
      tried.push(address)
      const other = (await connectTo(address, LONG_MS)) as Socket
      const field = ['x-ommer-hops', '1'] as const
      const limit = limitOf(address, addresses, milliseconds)
      if (await passOnUpgrade(other, request, socket, head, field, limit, heartbeat)) return
    }
    socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
  })
  return { url: `ws://${await listen(proxied)}`, tried }
}

/** Answers messages with themselves, after the field that a proxy has added. */
function echoWebSocket(): Server {
  const server = createServer()
  const webSockets = new WebSocketServer({ server })
  webSockets.on('connection', (client, { headers }) => {
    client.send(String(headers['x-ommer-hops']))
    client.on('message', (data) => client.send(String(data)))
  })
  return server
}

/** Accepts connections, and reads nothing but the first chunk. */
function hanging() {
  const held = new Set<Socket>()
  const server = createTcpServer((socket) => void held.add(socket.on('error', () => {})))
  const release = (): void => {
    for (const socket of held) socket.destroy()
  }
  return { server, held, release }
}

/** The first two messages that a client gets that sends one. */
async function exchange(url: string): Promise<readonly string[]> {
  const client = new WebSocket(url)
  const messages: string[] = []
  client.on('message', (data) => messages.push(String(data)))
  await once(client, 'open')
  client.send('hello')
  while (messages.length < 2) await once(client, 'message')
  client.close()
  await once(client, 'close')
  return messages
}

/** Answers with what it has received. */
const echo = () =>
  createServer(async (request, response) => {
    const body = await text(request)
    response.end(JSON.stringify([request.method, request.headers['x-ommer-hops'], body]))
  })

const post = async (url: string, body: string) => {
  const response = await fetch(url, { method: 'POST', body })
  return [response.status, await response.text()]
}

/** All that a server answers to these bytes, before it closes the connection. */
async function exchangeRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return text(socket)
}

/** Answers with the names of the fields that it has received, in chunks. */
const echoFields = () =>
  createServer(async (request, response) => {
    const body = await text(request)
    const names = request.rawHeaders.filter((_, index) => index % 2 === 0)
    response.write(`${names.map((name) => name.toLowerCase()).sort()}`)
    response.end(`;${request.headers.host};${body}`)
  })

describe('passing a request on', () => {
  it('drops the fields that are about the connection', async () => {
    const fields = [
      'Host: x\r\nTE: trailers\r\nTrailer: x\r\nProxy-Connection: close\r\nUpgrade: h2c',
      'Connection: close, X-Named , Content-Length\r\nX-Named: 1\r\nX-Kept: 1\r\nContent-Length: 5',
    ].join('\r\n')
    const url = await proxy([await listen(echoFields())], LONG_MS)
    const answer = await exchangeRaw(url, `POST / HTTP/1.1\r\n${fields}\r\n\r\nhello`)
    expect(answer).toMatch(/content-length,expect,host,x-kept,x-ommer-hops\r\n/)
    expect(answer).toContain(';x;hello')
  })

  it('adds a host, and sends no chunks to clients of HTTP/1.0', async () => {
    const url = await proxy([await listen(echoFields())], LONG_MS)
    const head = 'POST / HTTP/1.0\r\nContent-Length: 5\r\n'
    const answer = await exchangeRaw(url, `${head}\r\nhello`)
    expect(answer.toLowerCase()).not.toContain('transfer-encoding')
    expect(answer).toMatch(/\r\n\r\n[a-z,-]*host[a-z,-]*;;hello$/)
  })

  it('ends no process, whatever a client sends', async () => {
    const odd = [
      'Trailer: x',
      'Transfer-Encoding: gzip, chunked',
      'Expect: 100-continue',
      'A: \xff',
    ]
    const url = await proxy([await listen(echo())], LONG_MS)
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'SEARCH']) {
      for (const field of odd) {
        const length = field.startsWith('Transfer') ? '' : 'Content-Length: 0\r\n'
        const head = `${method} /\xff HTTP/1.1\r\nHost: x\r\n${field}\r\n${length}`
        const answer = exchangeRaw(url, `${head}Connection: close\r\n\r\n0\r\n\r\n`)
        expect((await answer.catch(() => 'HTTP/1.1')).slice(0, 8)).toBe('HTTP/1.1')
      }
    }
  })
})

describe('passOnRequest', () => {
  it('has another process answer, with and without a body', async () => {
    const url = await proxy([await listen(echo())], LONG_MS)
    expect(await post(url, 'hello')).toEqual([200, '["POST","1","hello"]'])
    expect(await post(url, 'x'.repeat(300_000))).toHaveLength(2)
    expect(await (await fetch(url)).text()).toBe('["GET","1",""]')
  })

  it('tries the next one if the first ends before it begins', async () => {
    const ends = createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const url = await proxy([await listen(ends), await listen(echo())], LONG_MS)
    expect(await post(url, 'hello')).toEqual([200, '["POST","1","hello"]'])
  })

  it('tries the next one if the first hangs', async () => {
    const { server, held, release } = hanging()
    const url = await proxy([await listen(server), await listen(echo())], SOON_MS)
    expect(await post(url, 'hello')).toEqual([200, '["POST","1","hello"]'])
    expect(held.size).toBe(1)
    release()
  })

  it('tries the next one if the first hangs, for a request without a body, too', async () => {
    const { server, held, release } = hanging()
    const url = await proxy([await listen(server), await listen(echo())], SOON_MS)
    expect(await (await fetch(url)).text()).toBe('["GET","1",""]')
    expect(held.size).toBe(1)
    release()
  })

  it('breaks the connection off if the other does so after it has begun', async () => {
    const breaks = createServer(async (request) => {
      await text(request)
      request.socket.resetAndDestroy()
    })
    const url = await proxy([await listen(breaks), await listen(echo())], LONG_MS)
    await expect(post(url, 'hello')).rejects.toThrow('fetch failed')
  })

  it('passes an answer on that comes without reading the body', async () => {
    const refuses = createServer()
    refuses.on('checkContinue', (_request, response) => response.writeHead(413).end('too large'))
    const url = await proxy([await listen(refuses)], LONG_MS)
    expect(await post(url, 'hello')).toEqual([413, 'too large'])
  })
})

describe('passOnUpgrade', () => {
  it('connects a WebSocket with another process', async () => {
    const { url } = await upgradeProxy([await listen(echoWebSocket())], LONG_MS)
    expect(await exchange(url)).toEqual(['1', 'hello'])
  })

  it('tries the next one if the first ends before it answers', async () => {
    const resets = createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const ends = createTcpServer((socket) => socket.once('data', () => socket.end()))
    const addresses = [await listen(resets), await listen(ends), await listen(echoWebSocket())]
    const { url, tried } = await upgradeProxy(addresses, LONG_MS)
    expect(await exchange(url)).toEqual(['1', 'hello'])
    expect(tried).toEqual(addresses)
  })

  it('tries the next one if the first hangs', async () => {
    const { server, held, release } = hanging()
    const { url } = await upgradeProxy(
      [await listen(server), await listen(echoWebSocket())],
      SOON_MS,
    )
    expect(await exchange(url)).toEqual(['1', 'hello'])
    expect(held.size).toBe(1)
    release()
  })

  it('disconnects a client when nothing has arrived for two heartbeats', async () => {
    const { url } = await upgradeProxy([await listen(echoWebSocket())], LONG_MS, SOON_MS / 1000)
    const client = new WebSocket(url)
    await once(client, 'close')
    expect(client.readyState).toBe(WebSocket.CLOSED)
  })

  it('passes a refusal on', async () => {
    const refuses = createServer()
    refuses.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'))
    const { url } = await upgradeProxy([await listen(refuses)], LONG_MS)
    await expect(exchange(url)).rejects.toThrow('404')
  })
})

it('does not connect with what does not listen', async () => {
  const address = await listen(createServer())
  servers.pop()?.close()
  expect(await connectTo(address, LONG_MS)).toBeUndefined()
})
