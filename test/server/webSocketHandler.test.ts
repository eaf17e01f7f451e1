import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { maskedFrame, upgradeRequest } from '../../scripts/bench/wire/webSocket.ts'
import { WebSocketHandler } from '../../src/server/webSocketHandler.ts'
import { createTestChain } from '../support/chain.ts'
import { handlerContext } from '../support/handlerContext.ts'
import { serveForTests, serveInTest } from '../support/serving.ts'
import { post, request } from '../support/transports.ts'
import { askSocket, openSocket } from '../support/webSockets.ts'

const { server, chain } = await serveForTests(await createTestChain(), {
  limits: { requestBytes: 100_000 },
})
afterEach(() => {
  vi.useRealTimers()
})

const open = (url = server.wsUrl) => openSocket(url)

const chainId = { jsonrpc: '2.0', id: 1, result: '0x539' }

describe('messages', () => {
  test.each([
    ['a short answer', () => request('eth_chainId')],
    ['one of more than 125 bytes', () => request('web3_clientVersion', [], `"${'x'.repeat(200)}"`)],
    ['one of more than 65,535', () => request('eth_chainId', [], `"${'é'.repeat(40_000)}"`)],
    ['a batch', () => `[${Array(200).fill(request('eth_getBlockByNumber', ['latest', true]))}]`],
  ])('%s is answered as over HTTP', async (_, body) => {
    const socket = await open()
    socket.send(body())
    const [message, isBinary] = await once(socket, 'message')
    expect(isBinary).toBe(false)
    expect(String(message)).toBe(await (await post(server.url, body())).text())
  })

  test('may be binary frames with the same text', async () => {
    const socket = await open()
    socket.send(Buffer.from(request('eth_chainId')), { binary: true })
    const [message, isBinary] = await once(socket, 'message')
    expect(isBinary).toBe(false)
    expect(JSON.parse(String(message))).toEqual(chainId)
  })

  test('may arrive in fragments', async () => {
    const socket = await open()
    const text = request('eth_chainId')
    socket.send(text.slice(0, 10), { fin: false })
    expect(JSON.parse(await askSocket(socket, text.slice(10)))).toEqual(chainId)
  })

  test('above the limit close the connection with 1009', async () => {
    const socket = await open()
    socket.send(request('eth_chainId').padEnd(100_001))
    const [code] = await once(socket, 'close')
    expect(code).toBe(1009)
  })

  test('are all answered under their ids when many arrive at once', async () => {
    const socket = await open()
    const ids = Array.from({ length: 500 }, (_, id) => id)
    const answered: number[] = []
    const all = new Promise<void>((resolve) => {
      socket.on('message', (message) => {
        if (answered.push(JSON.parse(String(message)).id) === ids.length) resolve()
      })
    })
    for (const id of ids) {
      const block = id % 10 === 0 ? 'pending' : 'latest'
      socket.send(request('eth_getBlockByNumber', [block, false], String(id)))
    }
    await all
    expect(answered.sort((a, b) => a - b)).toEqual(ids)
  })
})

describe('an upgrade', () => {
  async function refused(path: string): Promise<{ response: IncomingMessage; body: string }> {
    const socket = new WebSocket(new URL(path, server.wsUrl))
    const [, response] = (await once(socket, 'unexpected-response')) as [
      ClientRequest,
      IncomingMessage,
    ]
    return { response, body: String(Buffer.concat(await response.toArray())) }
  }

  test.each(['/ws/v3/wrong', '/ws/v3/', '/ws/v3/%64ev'])('to %s gets 401', async (path) => {
    const { response, body } = await refused(path)
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('ApiKey realm="ommer"')
    expect(JSON.parse(body)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32001, message: 'invalid API key' },
    })
  })

  test.each(['/v3/dev', '/ws/v2/dev', '/ws/v3/dev/more'])('to %s gets 404', async (path) => {
    const { response, body } = await refused(path)
    expect(response.statusCode).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ id: null, error: { code: -32600 } })
  })

  test.each(['/ws/v3/dev/', '/ws/v3/dev?x=1'])('to %s is accepted', async (path) => {
    await open(new URL(path, server.wsUrl).href)
  })

  test('is required, and its absence gets 426', async () => {
    const response = await post(server.wsUrl.replace('ws://', 'http://'), request('eth_chainId'))
    expect(response.status).toBe(426)
  })

  const handshake = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }

  test.each([
    [400, 'GET', { 'sec-websocket-key': 'short' }],
    [400, 'GET', { 'sec-websocket-version': '12' }],
    [400, 'GET', { 'sec-websocket-protocol': ',' }],
    [405, 'POST', {}],
  ])('that violates RFC 6455 gets %i: %s %o', async (status, method, wrong) => {
    const sent = httpRequest(server.wsUrl.replace('ws://', 'http://'), {
      method,
      headers: { ...handshake, ...wrong },
    })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(status)
    expect(JSON.parse(String(Buffer.concat(await response.toArray())))).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: expect.stringMatching(/handshake/) },
    })
  })
})

/** A handler whose answers are 100 KB each, with records of what it answers. */
async function serveLongAnswers(heartbeatSeconds: number, answered: () => void) {
  const answer = Buffer.from(`"result":"${'x'.repeat(100_000)}"}`)
  const call = () => {
    answered()
    return answer
  }
  const context = handlerContext(chain, {
    limits: { backlogBytes: 500_000, heartbeatSeconds },
    dispatcher: { call, moves: new Map() },
  })
  const handler = new WebSocketHandler(context)
  const host = createServer().on('upgrade', (request, socket, head) =>
    handler.upgrade(request, socket, head),
  )
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  return {
    host,
    port: (host.address() as AddressInfo).port,
    answerBytes: 10 + '{"jsonrpc":"2.0","id":1,'.length + answer.length,
    async close() {
      await handler.close()
      host.close()
    },
  }
}

describe('a client that does not read', () => {
  test('is not read from, and gets all of its answers when it reads again', async () => {
    let received = 0
    let answered = 0
    let unreadMax = 0
    let backlogIsFull = () => {}
    const full = new Promise<void>((resolve) => {
      backlogIsFull = resolve
    })
    const { port, answerBytes, close } = await serveLongAnswers(1000, () => {
      answered++
      const unread = answered * answerBytes - received
      unreadMax = Math.max(unreadMax, unread)
      if (unread > 500_000) backlogIsFull()
    })
    const client = await openRaw(port)
    client.pause()

    const count = 2000
    client.write(Buffer.concat(Array(count).fill(maskedFrame(request('eth_chainId')))))
    await full
    const all = new Promise<void>((resolve) => {
      client.on('data', (bytes: Buffer) => {
        received += bytes.length
        if (received === count * answerBytes) resolve()
      })
    })
    client.resume()
    await all
    expect(answered).toBe(count)
    // The limit, and the buffers of the system between two sockets; in total, 200 MB are answered.
    expect(unreadMax).toBeLessThan(20_000_000)
    client.destroy()
    await close()
  })

  test('gets small answers intact, though they share a buffer', async () => {
    const server = await serveInTest(chain, { limits: { backlogBytes: 100_000_000 } })
    const socket = await openSocket(server.wsUrl)
    socket.pause()
    const count = 6000
    for (let id = 0; id < count; id++) {
      const number = `0x${(id % 48).toString(16)}`
      socket.send(request('eth_getBlockByNumber', [number, false], String(id)))
    }
    const ids: number[] = []
    await new Promise<void>((resolve) => {
      socket.on('message', (message) => {
        const { id, result } = JSON.parse(String(message))
        expect(Number(result.number)).toBe(id % 48)
        if (ids.push(id) === count) resolve()
      })
      // When this other client is answered, the first one's messages have been processed.
      const other = new WebSocket(server.wsUrl).once('open', () =>
        other.send(request('eth_chainId')),
      )
      other.once('message', () => {
        other.terminate()
        socket.resume()
      })
    })
    expect(ids).toEqual(Array.from({ length: count }, (_, id) => id))
  })

  test('is closed when it never reads', async () => {
    const { host, port, close } = await serveLongAnswers(0.1, () => {})
    const closed = once(host, 'connection').then(([served]) => once(served, 'close'))
    const client = await openRaw(port)
    client.pause()
    client.write(Buffer.concat(Array(500).fill(maskedFrame(request('eth_chainId')))))
    await closed
    client.destroy()
    await close()
  })
})

test('that is slow but steady gets all of its answers', async () => {
  // The test triggers the pings: whenever the client has read a message.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { port, close } = await serveLongAnswers(1000, () => {})
  const client = await open(`ws://127.0.0.1:${port}/ws/v3/any`)
  const count = 600
  for (let sent = 0; sent < count; sent++) client.send(request('eth_chainId'))
  let received = 0
  const ended = new Promise<void>((resolve) => {
    client.on('close', () => resolve())
    client.on('message', () => {
      if (++received === count) resolve()
      client.pause()
      vi.advanceTimersByTime(1_000_000)
      setImmediate(() => client.resume())
    })
  })
  await ended
  vi.useRealTimers()
  expect(received).toBe(count)
  client.terminate()
  await close()
})

describe('the heartbeat', () => {
  test('keeps clients that answer pings, and closes the others', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const beating = await serveInTest(chain, { limits: { heartbeatSeconds: 1000 } })
    const alive = await open(beating.wsUrl)
    const dead = await openSocket(beating.wsUrl, { autoPong: false })
    const died = once(dead, 'close')
    for (let beat = 0; beat < 6; beat++) {
      const pinged = once(alive, 'ping')
      vi.advanceTimersByTime(1_000_000)
      await pinged
      // When this is answered, the server has read the pong.
      await askSocket(alive, request('eth_chainId'))
    }
    await died
    expect(alive.readyState).toBe(WebSocket.OPEN)
    vi.useRealTimers()
  })
})

/** An upgraded connection, of which only the bytes are visible. */
async function openRaw(port: number): Promise<Socket> {
  const client = connect(port, '127.0.0.1')
  client.write(upgradeRequest(port, '/ws/v3/any'))
  await once(client, 'data')
  return client
}
