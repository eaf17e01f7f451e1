import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import type { Caller } from '../../src/rpc/caller.ts'
import { type Reply, textOf } from '../../src/rpc/reply.ts'
import type { Answered } from '../../src/rpc/rpcService.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import type { ServeLimits } from '../../src/server/serveLimits.ts'
import { createTestChain } from '../support/chain.ts'
import { handlerContext } from '../support/handlerContext.ts'
import { nextServerSocket } from '../support/serverSockets.ts'
import { post, request, transports } from '../support/transports.ts'
import { turnsDuring } from '../support/turnsDuring.ts'
import { until } from '../support/until.ts'
import { askSocket, openSocket } from '../support/webSockets.ts'

const chain = await createTestChain()
const chainId = request('eth_chainId')
const chainIdAnswer = '{"jsonrpc":"2.0","id":1,"result":"0x539"}'
const pending = (id: string) => request('eth_getBlockByNumber', ['pending', false], id)

/** Requests with larger answers than the system buffers for a client that does not read. */
function longBatch(): string[] {
  return Array.from({ length: 1000 }, (_, id) =>
    request('eth_getBlockByNumber', [`0x${(id % 48).toString(16)}`, true], String(id)),
  )
}

const servers: Server[] = []
const sockets: Socket[] = []
afterAll(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serveWith(limits: ServeLimits, served: Chain = chain): Promise<Server> {
  const server = await serve(served, { port: 0, limits })
  servers.push(server)
  return server
}

interface BareConnection {
  readonly socket: Socket
  /** everything received until the server closed the connection */
  readonly ended: Promise<string>
  /** Everything received until a text occurred this many times. */
  until(text: string, times: number): Promise<string>
}

function open(server: Server): BareConnection {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  return {
    socket,
    ended: once(socket, 'close').then(() => received),
    async until(text, times) {
      while (received.split(text).length <= times) await once(socket, 'data')
      return received
    },
  }
}

/** Whether a client that does not read has been sent as much as it gets. */
async function isBehind(server: Server): Promise<boolean> {
  const text = await (await fetch(new URL('/metrics', server.url))).text()
  return Number(/^ommer_requests_total\{.*eth_getBlockByNumber.*\} (\d+)/m.exec(text)?.[1]) > 999
}

/** A chain whose pending block is not available until the test releases it. */
function holdPending(): { slowChain: Chain; release: () => Promise<void> } {
  let settle = (_block: SealedBlock) => {}
  const block = new Promise<SealedBlock>((resolve) => {
    settle = resolve
  })
  return {
    slowChain: Object.assign(Object.create(chain), { candidate: () => block }),
    release: async () => settle((await chain.candidate(() => chain.tree.head)) as SealedBlock),
  }
}

describe.each(transports)('over $transport', ({ open: connectTo }) => {
  test('refuses an answer above answerBytes, and answers the other requests', async () => {
    const server = await serveWith({ answerBytes: 3400 })
    const connection = await connectTo(server)
    const receipts = request('eth_getBlockReceipts', ['0x10'])
    const error = { code: -32003, message: expect.stringContaining('response too large') }
    expect(JSON.parse(await connection.ask(receipts))).toEqual({ jsonrpc: '2.0', id: 1, error })
    expect(await connection.ask(chainId)).toBe(chainIdAnswer)

    const block = (id: string) => request('eth_getBlockByNumber', ['0x0', false], id)
    const answers = JSON.parse(await connection.ask(`[${['1', '2', '3'].map(block)},${chainId}]`))
    expect(answers).toHaveLength(4)
    for (const answer of answers.slice(0, 2)) expect(answer).toHaveProperty('result.number', '0x0')
    expect(answers.slice(2)).toEqual([
      { jsonrpc: '2.0', id: 3, error },
      // An answer within the limit is still sent.
      JSON.parse(chainIdAnswer),
    ])
    connection.close()
  })

  test('answers a long batch in order, and yields to other clients', async () => {
    const server = await serveWith({ cacheBytes: 1 })
    const connection = await connectTo(server)
    const requests = longBatch()
    // Each check of the clock returns a millisecond more, so the number of time slices is that of checks.
    let milliseconds = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => milliseconds++)
    let answer = ''
    const turns = await turnsDuring(async () => {
      answer = await connection.ask(`[${requests}]`)
    })
    now.mockRestore()
    const answers = JSON.parse(answer) as { id: number; result: { number: string } }[]
    expect(turns).toBeGreaterThan(100)
    expect(answers.map(({ id }) => id)).toEqual(requests.map((_, id) => id))
    for (const { id, result } of answers) expect(Number(result.number)).toBe(id % 48)
    connection.close()
  })
})

test('limits requestsInFlight per client, without effect on others', async () => {
  const { slowChain, release } = holdPending()
  const server = await serveWith({ requestsInFlight: 2 }, slowChain)
  const socket = await openSocket(server.wsUrl)
  const answers = new Map<number, unknown>()
  const all = new Promise<void>((resolve) => {
    socket.on('message', (message) => {
      const answer = JSON.parse(String(message))
      answers.set(answer.id, answer.error ?? 'result')
      if (answers.has(3) && answers.has(4)) {
        if (answers.size === 2) void release()
        if (answers.size === 4) resolve()
      }
    })
  })
  for (const id of ['1', '2', '3']) socket.send(pending(id))
  socket.send(request('eth_chainId', [], '4'))
  expect(await (await post(server.url, chainId)).text()).toBe(chainIdAnswer)
  await all
  const error = { code: -32005, message: 'too many requests in flight' }
  expect(Object.fromEntries(answers)).toEqual({ 1: 'result', 2: 'result', 3: error, 4: error })
  // The client is below its limit again.
  expect(await askSocket(socket, chainId)).toBe(chainIdAnswer)
})

describe('connections', () => {
  const head = 'POST /v3/dev HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const body = `${head}Content-Length: ${chainId.length}\r\n\r\n${chainId}`

  test('above the limit get an error, and the others continue', async () => {
    const server = await serveWith({ connections: 2 })
    const within = [open(server), open(server)]
    await Promise.all(within.map(({ socket }) => once(socket, 'connect')))
    const first = within[0]?.socket as Socket
    // When the server answers on a connection, it has accepted it.
    const answered = once(first, 'data')
    first.write(body)
    await answered

    const beyond = open(server)
    beyond.socket.write(body)
    expect(await beyond.ended).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 1[\s\S]*"code":-32005/)
    const handshake = new WebSocket(server.wsUrl)
    const [, refused] = await once(handshake, 'unexpected-response')
    expect(refused.statusCode).toBe(503)

    const again = once(first, 'data')
    first.write(body)
    expect(String((await again)[0])).toContain(chainIdAnswer)
    first.destroy()
    await within[0]?.ended
    // The server is below its limit again, as soon as it has noticed.
    let text = ''
    while (!text.includes(chainIdAnswer)) {
      const late = open(server)
      late.socket.end(body)
      text = await late.ended
    }
  })

  test('that were refused do not count', async () => {
    const server = await serveWith({ connections: 1 })
    const admitted = open(server)
    const answered = once(admitted.socket, 'data')
    admitted.socket.write(body)
    await answered
    // It sends nothing, so it receives nothing yet.
    const silent = open(server)
    await once(silent.socket, 'connect')
    admitted.socket.destroy()
    await admitted.ended
    let text = ''
    while (!text.includes(chainIdAnswer)) {
      const next = open(server)
      next.socket.end(body)
      text = await next.ended
    }
  })

  test('of clients that read nothing do not delay answers to others', async () => {
    const server = await serveWith({ idleSeconds: 1000, backlogBytes: 100_000 })
    const accepted = nextServerSocket(Number(new URL(server.url).port))
    const { socket } = open(server)
    socket.pause()
    const batch = `[${longBatch()}]`
    const pipelined = `${head}Content-Length: ${batch.length}\r\n\r\n${batch}`
    // The faults of the last requests depend on the answers to the first, which the client does not read yet.
    const method = 'eth_getBlockByNumber'
    const fault = { kind: 'corrupt', field: 'nothing' } as const
    server.setFaults([{ methods: method, times: 1, fault }])
    socket.write(pipelined.repeat(4))
    await until(() => isBehind(server))
    let isAnswered = false
    const response = post(server.url, request(method, ['0x1', false])).finally(() => {
      isAnswered = true
    })
    expect(await isBehind(server)).toBe(true)
    expect(isAnswered).toBe(false)
    const { socket: served } = await accepted
    expect(served.timeout).toBe(1_000_000)
    served.emit('timeout')
    expect(await (await response).json()).toMatchObject({ result: { number: '0x1' } })
  })

  test.concurrent('of clients that read nothing are closed after idleSeconds', async () => {
    const server = await serveWith({ idleSeconds: 1 })
    const accepted = nextServerSocket(Number(new URL(server.url).port))
    const { socket } = open(server)
    socket.pause()
    const batch = `[${longBatch()}]`
    socket.write(`${head}Content-Length: ${batch.length}\r\n\r\n${batch}`)
    await (await accepted).closed
  })

  test.concurrent('without a complete header are refused after headersSeconds', async () => {
    const server = await serveWith({ headersSeconds: 1 })
    const slow = open(server)
    slow.socket.write('POST /v3/dev HTTP/1.1\r\nHost: x\r\n')
    const mute = open(server)
    expect(await slow.ended).toMatch(/^HTTP\/1\.1 408 [\s\S]*took too long/)
    expect(await mute.ended).toMatch(/^HTTP\/1\.1 408 /)
  })

  test.concurrent('without a complete body are refused after requestSeconds', async () => {
    const server = await serveWith({ headersSeconds: 1, requestSeconds: 1 })
    const slow = open(server)
    slow.socket.write(`${head}Content-Length: 100\r\n\r\n{`)
    expect(await slow.ended).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('with an incomplete request stay open after idleSeconds', async () => {
    const server = await serveWith({ idleSeconds: 1000 })
    const { port } = new URL(server.url)
    const accepted = nextServerSocket(Number(port))
    const slow = open(server)
    slow.socket.write(`${head}Content-Length: ${chainId.length}\r\n\r\n${chainId.slice(0, 9)}`)
    const { socket } = await accepted
    await until(() => socket.bytesRead > 0)
    expect(socket.timeout).toBe(1_000_000)
    socket.emit('timeout')
    slow.socket.write(chainId.slice(9))
    const received = await Promise.race([slow.until(chainIdAnswer, 1), slow.ended])
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('that are idle are closed after idleSeconds', async () => {
    const server = await serveWith({ idleSeconds: 1000 })
    const accepted = nextServerSocket(Number(new URL(server.url).port))
    const idle = open(server)
    const answered = once(idle.socket, 'data')
    idle.socket.write(body)
    await answered
    const { socket } = await accepted
    // Node itself adds a second to the time that it tells clients.
    expect([1_000_000, 1_001_000]).toContain(socket.timeout)
    socket.emit('timeout')
    expect(await idle.ended).toContain(chainIdAnswer)
  })
})

/** Sends something after a request whose answer is slowChain back, and releases the answer when both have arrived. */
async function receiveAfterAnswer(behind: string): Promise<string> {
  const { slowChain, release } = holdPending()
  const server = await serveWith({}, slowChain)
  const { socket, ended, until } = open(server)
  const pipelined = pending('1')
  socket.write(
    'POST /v3/dev HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${pipelined.length}\r\n\r\n${pipelined}${behind}`,
  )
  // When this is answered, the server has read the bytes before.
  await post(server.url, chainId)
  await release()
  return Promise.race([ended, until('\r\n\r\n', 2)])
}

describe('requests after an unanswered one are handled after its answer', () => {
  const answer =
    /^HTTP\/1\.1 200 OK\r\n[\s\S]*?\r\n\r\n\{"jsonrpc":"2\.0","id":1,"result":\{.*?\}\}/

  test.each([
    [
      'what is no HTTP, as behind a Content-Length that is too small',
      'no HTTP at all\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
    ],
    [
      'a WebSocket upgrade',
      'GET /ws/v3/dev HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols',
    ],
    [
      'a request that offers HTTP/2',
      'GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n' +
        'HTTP2-Settings: AAMAAABk\r\n\r\n',
      'HTTP/1.1 200 OK',
    ],
  ])('%s', async (_, behind, second) => {
    const received = await receiveAfterAnswer(behind)
    expect(received).toMatch(answer)
    expect(received.slice(answer.exec(received)?.[0].length)).toMatch(
      new RegExp(`^${second}\\r\\n`),
    )
  })
})

describe('a close', () => {
  test('lets an HTTP client read its whole answer', async () => {
    const server = await serveWith({ closeSeconds: 1_000_000 })
    const { socket, ended } = open(server)
    const batch = `[${longBatch()}]`
    const began = once(socket, 'data')
    socket.write(
      'POST /v3/dev HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        `Content-Length: ${batch.length}\r\n\r\n${batch}`,
    )
    await began
    socket.pause()
    const closed = server.close()
    setImmediate(() => socket.resume())
    await closed
    const received = await ended
    const [, length] = /Content-Length: (\d+)/.exec(received) as unknown as [string, string]
    expect(received.slice(received.indexOf('\r\n\r\n') + 4)).toHaveLength(Number(length))
    expect(Number(length)).toBeGreaterThan(1_000_000)
  })

  test('ends even if a WebSocket client disconnects before its answer', async () => {
    const { slowChain, release } = holdPending()
    const server = await serveWith({}, slowChain)
    const client = await openSocket(server.wsUrl)
    client.send(pending('1'))
    await post(server.url, chainId)
    const closed = server.close()
    client.terminate()
    await closed
    await release()
  })

  test('closes clients without pending answers at once', async () => {
    const { slowChain, release } = holdPending()
    const server = await serveWith({}, slowChain)
    const [busy, idle] = [new WebSocket(server.wsUrl), new WebSocket(server.wsUrl)]
    await Promise.all([once(busy, 'open'), once(idle, 'open')])
    const answered = once(busy, 'message')
    busy.send(pending('1'))
    // When this is answered, the server has read the bytes before.
    await askSocket(idle, chainId)
    const closed = server.close()
    const [code] = await once(idle, 'close')
    expect(code).toBe(1001)
    const goodbye = once(busy, 'close')
    await release()
    expect(JSON.parse(String((await answered)[0]))).toHaveProperty('result.hash', null)
    expect((await goodbye)[0]).toBe(1001)
    await closed
  })

  test('waits at most closeSeconds for answers in flight', async () => {
    const { slowChain } = holdPending()
    const server = await serveWith({ closeSeconds: 1 }, slowChain)
    const overHttp = post(server.url, pending('1')).catch(() => 'cut off')
    const socket = await openSocket(server.wsUrl)
    socket.send(pending('1'))
    await askSocket(socket, chainId)
    const closed = once(socket, 'close')
    await server.close()
    expect(await overHttp).toBe('cut off')
    await closed
  })

  test('ends moves early enough to answer their clients', async () => {
    const closeSeconds = 1_000_000
    const growing = await createChain({ seed: 'moves', blocks: 2, preset: 'latest' })
    const server = await serve(growing, { port: 0, control: true, limits: { closeSeconds } })
    const head = server.head.number
    const mined = post(server.controlUrl as string, request('hardhat_mine', ['0xf4240']))
    while (growing.tree.sideBlocks.length === 0) await new Promise(setImmediate)
    // Half of this time passes at once.
    const { setTimeout: start } = globalThis
    const spy = vi.spyOn(globalThis, 'setTimeout')
    spy.mockImplementation(((act: () => void, delay: number) =>
      start(act, delay === closeSeconds * 500 ? 0 : delay)) as typeof setTimeout)
    await server.close()
    spy.mockRestore()
    expect(await (await mined).json()).toMatchObject({
      error: { code: -32000, message: 'the server is closing', data: { code: 'CLOSED' } },
    })
    expect(server.head.number).toBe(head)
  })

  test('lets a slow client read its pending answers', async () => {
    const server = await serveWith({ closeSeconds: 1_000_000 })
    const socket = await openSocket(server.wsUrl)
    const requests = Array.from({ length: 400 }, (_, id) =>
      request('eth_getBlockByNumber', [`0x${(id % 48).toString(16)}`, true], String(id)),
    )
    const ids: number[] = []
    const first = once(socket, 'message')
    for (const text of requests) socket.send(text)
    socket.on('message', (message) => {
      ids.push(JSON.parse(String(message)).id)
      // A slow reader, which pauses after each message.
      socket.pause()
      setImmediate(() => socket.resume())
    })
    await first
    const closed = once(socket, 'close')
    // Everything that the server has read is answered, and all answers arrive.
    const answeredLast = request('eth_chainId', [], '"last"')
    socket.send(answeredLast)
    await new Promise<void>((resolve) => {
      socket.on('message', (message) => String(message).includes('"last"') && resolve())
    })
    await server.close()
    const [code] = await closed
    expect(code).toBe(1001)
    expect(ids.filter((id) => typeof id === 'number')).toHaveLength(400)
  })
})

describe('a connection closed for lack of client memory', () => {
  const head = 'POST /v3/dev HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

  /** The server's count of client memory. */
  async function clientBytes(server: Server): Promise<number> {
    const text = await (await fetch(new URL('/metrics', server.url))).text()
    return Number(/^ommer_client_bytes (\d+)$/m.exec(text)?.[1])
  }

  async function untilClientBytes(server: Server, isReached: (bytes: number) => boolean) {
    while (!isReached(await clientBytes(server))) await new Promise(setImmediate)
  }

  test('gets one answer, even if its body exceeds its own limit at the same time', async () => {
    const server = await serveWith({ clientBytes: 100_000, requestBytes: 50_000 })
    const [first, second] = [open(server), open(server)]
    const chunk = (length: number) => `${length.toString(16)}\r\n${' '.repeat(length)}\r\n`
    first.socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk(50_000)}`)
    await untilClientBytes(server, (bytes) => bytes >= 50_000)
    second.socket.write(`${head}Content-Length: 50000\r\n\r\n${' '.repeat(49_990)}`)
    await untilClientBytes(server, (bytes) => bytes >= 99_990)
    first.socket.write(chunk(64))
    const received = await first.ended
    expect(received).toMatch(/^HTTP\/1\.1 503 [\s\S]*clientBytes/)
    expect(received.split('HTTP/1.1')).toHaveLength(2)
    expect(await (await post(server.url, chainId)).text()).toBe(chainIdAnswer)
    second.socket.destroy()
    await untilClientBytes(server, (bytes) => bytes === 0)
  })

  test.each(['/v3/dev', '/control/dev'])(
    'is closed while its request to %s is processed',
    async (path) => {
      const { slowChain, release } = holdPending()
      const server = await serve(slowChain, {
        port: 0,
        control: true,
        limits: { clientBytes: 200_000 },
      })
      servers.push(server)
      const [asking, holding] = [open(server), open(server)]
      const body = pending('1').padEnd(60_000)
      asking.socket.write(
        `${head.replace('/v3/dev', path)}Content-Length: ${body.length}\r\n\r\n${body}`,
      )
      await untilClientBytes(server, (bytes) => bytes > 120_000)
      holding.socket.write(`${head}Content-Length: 100000\r\n\r\n${' '.repeat(90_000)}`)
      expect(await asking.ended).toMatch(/^HTTP\/1\.1 503 /)
      await release()
      expect(await (await post(server.url, chainId)).text()).toBe(chainIdAnswer)
    },
  )
})

test('counts waiting batches with their memory, and refuses them above requestsInFlight', async () => {
  const { endpoints, rpc } = handlerContext(chain)
  const { endpoint, dialect } = endpoints.getOrCreate('dev')
  let bytes = 0
  const caller: Caller = {
    key: 'dev',
    endpoint,
    dialect,
    connection: {},
    isClosed: () => false,
    drained: () => undefined,
    memory: {
      add(change) {
        bytes += change
      },
    },
    transport: 'http',
    isExplorer: false,
    delay: async () => {},
  }
  const replies = Array.from({ length: 1001 }, () => rpc.answer(Buffer.from('[]'), caller))
  expect(bytes).toBeGreaterThan(1000 * 1024)
  expect(replies.filter((reply) => reply instanceof Promise)).toHaveLength(1000)
  expect(textOf((replies.at(-1) as Answered).reply as Reply)).toContain('-32005')
  await Promise.all(replies)
  expect(bytes).toBe(0)
})
