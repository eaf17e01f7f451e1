import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { maskedFrame, upgradeRequest } from '../../../scripts/bench/wire/webSocket.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { serveForTests, serveInTest } from '../../support/serving.ts'
import { post, request } from '../../support/transports.ts'
import { askSocket } from '../../support/webSockets.ts'

const { server } = await serveForTests({ seed: 'faults', blocks: 8 })

let count = 0
let endpoint: ServedEndpoint
beforeEach(() => {
  endpoint = server.endpoint(`socket-${count++}`)
})
afterEach(() => {
  vi.useRealTimers()
})

async function open(url = endpoint.wsUrl): Promise<WebSocket> {
  const socket = new WebSocket(url)
  onTestFinished(() => socket.terminate())
  // The connection is expected to break.
  socket.on('error', () => {})
  await once(socket, 'open')
  return socket
}

/** Sends requests with ids from 1; returns the ids of the given number of messages in the order of arrival. */
async function idsOf(socket: WebSocket, methods: readonly string[], messages: number) {
  const ids: unknown[] = []
  socket.on('message', (message) => ids.push(JSON.parse(String(message)).id))
  for (const [place, method] of methods.entries()) {
    socket.send(request(method, [], String(place + 1)))
  }
  while (ids.length < messages) await once(socket, 'message')
  return ids
}

const block = request('eth_getBlockByNumber', ['0x5', false], '7')
const sentinel = 'net_version'

describe('messages', () => {
  test('delayed are overtaken', async () => {
    endpoint.setFaults([
      { methods: 'eth_chainId', fault: { kind: 'messageDelayed', milliseconds: 10 } },
    ])
    const socket = await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const ids = await idsOf(socket, ['eth_chainId', sentinel, sentinel], 2)
    expect(ids).toEqual([2, 3])
    const delayed = once(socket, 'message')
    vi.advanceTimersByTime(9)
    // The sockets of earlier tests may have timers, too.
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    vi.advanceTimersByTime(1)
    await delayed
    expect(ids).toEqual([2, 3, 1])
    expect(endpoint.faultLog()).toMatchObject([
      { kind: 'messageDelayed', detail: '10 ms', transport: 'webSocket' },
    ])
  })

  test('duplicated arrive twice, and are equal', async () => {
    endpoint.setFaults([{ methods: 'eth_getBlockByNumber', fault: { kind: 'messageDoubled' } }])
    const socket = await open()
    const messages: string[] = []
    socket.on('message', (message) => messages.push(String(message)))
    socket.send(block)
    while (messages.length < 2) await once(socket, 'message')
    expect(messages[0]).toBe(await (await post(server.url, block)).text())
    expect(messages[1]).toBe(messages[0])
  })

  test('that are never sent do not delay others', async () => {
    endpoint.setFaults([{ methods: 'eth_chainId', fault: { kind: 'timeOut' } }])
    expect(await idsOf(await open(), ['eth_chainId', sentinel], 1)).toEqual([2])
  })

  test.each([
    [{ kind: 'wrongId' }, '{"jsonrpc":"2.0","id":1000000001,"result":"0x539"}'],
    [{ kind: 'missingId' }, '{"jsonrpc":"2.0","result":"0x539"}'],
    [{ kind: 'malformed' }, "{'jsonrpc':'2.0','id':1,'result':'0x539'}"],
  ] as const)('with %j', async (fault, text) => {
    endpoint.setFaults([{ fault }])
    const socket = await open()
    expect(await askSocket(socket, request('eth_chainId'))).toBe(text)
  })

  test('truncated are complete frames', async () => {
    endpoint.setFaults([{ fault: { kind: 'cutOff' } }])
    const socket = await open()
    const text = await askSocket(socket, request('eth_chainId'))
    expect('{"jsonrpc":"2.0","id":1,"result":"0x539"}'.startsWith(text)).toBe(true)
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  test('of a rate limit contain in their body what HTTP adds to 429', async () => {
    endpoint.setFaults([{ fault: { kind: 'rateLimit' } }])
    const socket = await open()
    const answer = JSON.parse(await askSocket(socket, request('eth_chainId')))
    expect(answer).toMatchObject({ id: 1, error: { code: -32005 } })
  })

  test('of a batch can be reordered', async () => {
    endpoint.setFaults([{ fault: { kind: 'batchReordered' } }])
    const socket = await open()
    const batch = `[${[1, 2, 3].map((id) => request('eth_chainId', [], String(id)))}]`
    const answers: { id: number }[] = JSON.parse(await askSocket(socket, batch))
    const ids = answers.map(({ id }) => id)
    expect(ids).not.toEqual([1, 2, 3])
    expect(ids.toSorted()).toEqual([1, 2, 3])
  })
})

describe('connections', () => {
  test.each([
    [{ kind: 'socketClosed' }, 1006],
    [{ kind: 'socketClosed', code: 1012 }, 1012],
    [{ kind: 'socketClosed', code: 4000 }, 4000],
    [{ kind: 'serverError', status: 503 }, 1011],
    [{ kind: 'reset' }, 1006],
    [{ kind: 'reset', when: 'midAnswer' }, 1006],
  ] as const)('under %j close with %d, and without a message', async (fault, code) => {
    endpoint.setFaults([{ calls: 2, methods: 'eth_getBlockByNumber', fault }])
    const socket = await open()
    let messages = 0
    socket.on('message', () => messages++)
    socket.send(block)
    socket.send(block)
    const [closeCode] = await once(socket, 'close')
    expect(closeCode).toBe(code)
    expect(messages).toBe(1)
    expect(endpoint.faultLog()).toMatchObject([{ call: 2, kind: fault.kind, block: 5 }])
  })

  test('are closed by a call for a chosen block', async () => {
    endpoint.setFaults([{ blocks: 3, fault: { kind: 'socketClosed', code: 1001 } }])
    const socket = await open()
    for (const number of ['0x1', '0x2', '0x3', '0x4']) {
      socket.send(request('eth_getBlockByNumber', [number, false], String(Number(number))))
    }
    let messages = 0
    socket.on('message', () => messages++)
    expect((await once(socket, 'close'))[0]).toBe(1001)
    expect(messages).toBe(2)
  })

  test('are closed when the head reaches a chosen block, at that endpoint only', async () => {
    const ownChain = await createChain({ seed: 'faults', blocks: 3 })
    const own = await serveInTest(ownChain)
    const other = own.endpoint('other')
    own.setFaults([{ fault: { kind: 'socketClosed', atBlock: 5, code: 1012 } }])
    const [one, two, spared] = await Promise.all([own, own, other].map(({ wsUrl }) => open(wsUrl)))
    const closed = Promise.all([one, two].map((socket) => once(socket as WebSocket, 'close')))
    expect(await own.request({ method: 'eth_blockNumber' })).toBe('0x3')
    expect(own.faultLog()).toEqual([])
    await ownChain.extend(3)
    expect((await closed).map(([code]) => code)).toEqual([1012, 1012])
    expect(own.faultLog()).toEqual([
      {
        key: 'dev',
        call: 2,
        method: 'head',
        transport: 'webSocket',
        rule: 0,
        kind: 'socketClosed',
        detail: 'code 1012, 2 connections',
        block: 5,
      },
    ])
    expect(spared?.readyState).toBe(WebSocket.OPEN)
  })
})

test('stay open under a replaced rule, and for a head that was at the block before', async () => {
  const socket = await open()
  const rules = [{ fault: { kind: 'socketClosed', atBlock: 9 } }] as const
  endpoint.setFaults(rules)
  endpoint.setFaults([])
  await endpoint.mine(2)
  endpoint.setFaults(rules)
  await endpoint.mine(1)
  await idsOf(socket, [sentinel], 1)
  expect(socket.readyState).toBe(WebSocket.OPEN)
  // The head reaches the block again, on another branch.
  const closed = once(socket, 'close')
  await endpoint.reorg({ depth: 4 })
  expect((await closed)[0]).toBe(1006)
  expect(endpoint.faultLog()).toMatchObject([{ method: 'head', kind: 'socketClosed', block: 8 }])
})

test('receive half of the bytes of a truncated message', async () => {
  endpoint.setFaults([{ fault: { kind: 'reset', when: 'midAnswer' } }])
  const { port, pathname } = new URL(endpoint.wsUrl)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(upgradeRequest(Number(port), pathname))
  await once(socket, 'data')
  // The reset waits for a timer, so that the client can read: here until it has read.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  socket.write(maskedFrame(request('eth_chainId')))
  const whole = '{"jsonrpc":"2.0","id":1,"result":"0x539"}'
  const half = whole.slice(0, Math.floor(whole.length / 2))
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const received = () => Buffer.concat(chunks)
  while (received().length < 2 + half.length) await once(socket, 'data')
  // Under load the system may report the reset as a plain close.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  vi.runAllTimers()
  await closed
  const frame = received()
  expect(frame[1]).toBe(whole.length)
  expect(frame.subarray(2).toString()).toBe(half)
})

test('receive nothing after a truncated message', async () => {
  endpoint.setFaults([{ methods: 'eth_chainId', fault: { kind: 'reset', when: 'midAnswer' } }])
  const socket = await open()
  const messages: string[] = []
  socket.on('message', (message) => messages.push(String(message)))
  socket.send(request('eth_chainId'))
  for (let id = 2; id < 9; id++) socket.send(request(sentinel, [], String(id)))
  expect((await once(socket, 'close'))[0]).toBe(1006)
  expect(messages).toEqual([])
})
