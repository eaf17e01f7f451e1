import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Fault } from '../../../src/faults/fault.ts'
import { Delays } from '../../../src/server/faults/delays.ts'
import { serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { nextServerSocket } from '../../support/serverSockets.ts'
import { serveForTests, serveInTest } from '../../support/serving.ts'
import { post, request } from '../../support/transports.ts'

const { server } = await serveForTests({ seed: 'faults', blocks: 8 })

let count = 0
let endpoint: ServedEndpoint
beforeEach(() => {
  endpoint = server.endpoint(`http-${count++}`)
})

const block = request('eth_getBlockByNumber', ['0x5', false], '7')

/** The answer to a body with the fault, and without it. */
async function under(fault: Fault, body = block) {
  const right = await (await post(server.url, body)).text()
  endpoint.setFaults([{ fault }])
  const response = await post(endpoint.url, body)
  return { right, response, wrong: await response.text() }
}

describe('responses with another status', () => {
  test('have the format of Infura for a rate limit', async () => {
    const { response, wrong } = await under({ kind: 'rateLimit', retryAfterSeconds: 12 })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('12')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(JSON.parse(wrong)).toMatchObject({
      id: 7,
      error: { code: -32005, data: { rate: { backoff_seconds: 12 } } },
    })
    expect(endpoint.faultLog()).toMatchObject([{ kind: 'rateLimit', transport: 'http', block: 5 }])
  })

  test('apply a rate limit for one request to the whole batch', async () => {
    endpoint.setFaults([{ methods: 'eth_chainId', fault: { kind: 'rateLimit' } }])
    const response = await post(endpoint.url, `[${block},${request('eth_chainId')}]`)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('30')
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32005 } })
  })

  test.each([500, 502, 503, 504] as const)('have %d and a page', async (status) => {
    const { response, wrong } = await under({ kind: 'serverError', status })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(wrong).toMatch(new RegExp(`^<html>\r\n<head><title>${status} `))
    expect(endpoint.faultLog()).toMatchObject([{ kind: 'serverError', detail: `HTTP ${status}` }])
  })
})

describe('bodies', () => {
  test('can be truncated, with a matching length', async () => {
    const { right, response, wrong } = await under({ kind: 'cutOff' })
    expect(response.status).toBe(200)
    expect(right.startsWith(wrong)).toBe(true)
    expect(wrong.length).toBeLessThan(right.length)
    expect(response.headers.get('content-length')).toBe(String(wrong.length))
    expect(() => JSON.parse(wrong)).toThrow(SyntaxError)
    expect(endpoint.faultLog()).toMatchObject([
      { detail: `after ${wrong.length} of ${right.length} characters` },
    ])
  })

  test('can be malformed', async () => {
    const { right, response, wrong } = await under({ kind: 'malformed' })
    expect(response.status).toBe(200)
    expect(wrong).toBe(right.replaceAll('"', "'"))
    expect(() => JSON.parse(wrong)).toThrow(SyntaxError)
  })

  test.each([
    ['7', '1000000007'],
    ['-1', '999999999'],
    ['"seven"', '"another than seven"'],
    ['1.5', '"another"'],
    ['null', '"another"'],
  ])('can have a wrong id for %s', async (id, wrongId) => {
    const { right, wrong } = await under({ kind: 'wrongId' }, request('eth_chainId', [], id))
    expect(right).toBe(`{"jsonrpc":"2.0","id":${id},"result":"0x539"}`)
    expect(wrong).toBe(`{"jsonrpc":"2.0","id":${wrongId},"result":"0x539"}`)
  })

  test('can be malformed and still validly gzipped', async () => {
    const many = `[${Array(20).fill(block)}]`
    const { right, response, wrong } = await under({ kind: 'malformed' }, many)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(wrong).toBe(right.replaceAll('"', "'"))
  })

  test('can have a wrong id, which no other request of the batch has', async () => {
    const ids = ['1', '2', '3', '"a"', '"b"', '"another"']
    const calls = ids.map((id) => request('eth_chainId', [], id))
    endpoint.setFaults([{ calls: [1, 4, 6], fault: { kind: 'wrongId' } }])
    const answers = (await (await post(endpoint.url, `[${calls}]`)).json()) as { id: unknown }[]
    const [first, ...rest] = answers.map(({ id }) => JSON.stringify(id))
    expect(ids).not.toContain(first)
    expect(ids).not.toContain(rest[2])
    expect(ids).not.toContain(rest[4])
    expect([rest[0], rest[1], rest[3]]).toEqual(['2', '3', '"b"'])
  })

  test('can lack an id, in errors too', async () => {
    const { wrong } = await under({ kind: 'missingId' }, request('eth_chainId', [1]))
    expect(JSON.parse(wrong)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32602, message: 'too many arguments, want at most 0' },
    })
  })

  test('have the same bytes when no rule matches', async () => {
    endpoint.setFaults([{ methods: 'eth_chainId', fault: { kind: 'null' } }])
    for (const body of [block, `[${block},${block}]`]) {
      const [right, same] = [await post(server.url, body), await post(endpoint.url, body)]
      expect(await same.text()).toBe(await right.text())
      expect([...same.headers.keys()]).toEqual([...right.headers.keys()])
    }
    expect(endpoint.faultLog()).toEqual([])
  })
})

describe('batches', () => {
  const batch = `[${[1, 2, 3, 4].map((id) => request('eth_chainId', [], String(id)))}]`
  const idsOf = (text: string) => JSON.parse(text).map(({ id }: { id: number }) => id)

  test('can be reordered', async () => {
    const { right, wrong } = await under({ kind: 'batchReordered' }, batch)
    expect(idsOf(right)).toEqual([1, 2, 3, 4])
    expect(idsOf(wrong)).not.toEqual([1, 2, 3, 4])
    expect(idsOf(wrong).toSorted()).toEqual([1, 2, 3, 4])
    expect(endpoint.faultLog()).toMatchObject([{ call: 1, method: 'batch' }])
  })

  test.each([
    [undefined, [1, 2, 3]],
    [3, [1]],
    [9, []],
  ])('can be shortened by %j', async (by, ids) => {
    const fault = { kind: 'batchShortened', ...(by !== undefined && { by }) } as const
    expect(idsOf((await under(fault, batch)).wrong)).toEqual(ids)
  })

  test('can be answered with one error', async () => {
    const { wrong } = await under({ kind: 'batchOneError', message: 'too much' }, batch)
    expect(JSON.parse(wrong)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32005, message: 'too much' },
    })
  })

  test('are counted on their own, and selected by their calls', async () => {
    endpoint.setFaults([
      { methods: 'eth_getBlockByNumber', calls: 2, fault: { kind: 'batchShortened' } },
      { blocks: 6, fault: { kind: 'batchOneError' } },
    ])
    const lengths: unknown[] = []
    for (const number of ['0x5', '0x5', '0x5', '0x6']) {
      const body = `[${request('eth_getBlockByNumber', [number, false])},${block}]`
      const said = (await (await post(endpoint.url, body)).json()) as { length?: number }
      lengths.push(said.length)
      await post(endpoint.url, request('eth_getBlockByNumber', [number, false]))
    }
    expect(lengths).toEqual([2, 1, 2, undefined])
  })

  test('of one cannot be reordered', async () => {
    const { right, wrong } = await under({ kind: 'batchReordered' }, `[${block}]`)
    expect(wrong).toBe(right)
    expect(endpoint.faultLog()).toEqual([])
  })
})

describe('connections', () => {
  /** Sends a request; returns it with its error, and the part of the response received before. */
  async function broken(fault: Fault) {
    endpoint.setFaults([{ fault, times: 1 }])
    const sent = httpRequest(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    sent.end(block)
    return sent
  }

  test('can be reset before the answer', async () => {
    const [error] = await once(await broken({ kind: 'reset' }), 'error')
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    expect(endpoint.faultLog()).toMatchObject([{ kind: 'reset', detail: 'before the answer' }])
    expect((await post(endpoint.url, block)).status).toBe(200)
  })

  test('can be reset in the middle of the answer', async () => {
    const sent = await broken({ kind: 'reset', when: 'midAnswer' })
    // The request emits the error, too.
    sent.on('error', () => {})
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    const [error] = await once(response, 'error')
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    const right = await (await post(server.url, block)).text()
    expect(Number(response.headers['content-length'])).toBe(right.length)
    expect(bytes).toBe(Math.floor(right.length / 2))
  })

  test('that are reset in the middle end without a valid last chunk', async () => {
    endpoint.setFaults([{ times: 1, fault: { kind: 'reset', when: 'midAnswer' } }])
    const response = await post(endpoint.url, block)
    expect(response.status).toBe(200)
    const error = await response.text().catch((thrown) => thrown)
    expect(error.cause).toMatchObject({ code: 'ECONNRESET', syscall: 'read' })
  })

  test('without an answer stay open until the client disconnects', async () => {
    endpoint.setFaults([{ methods: 'eth_getBlockByNumber', fault: { kind: 'timeOut' } }])
    const giveUp = new AbortController()
    const response = fetch(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: block,
      signal: giveUp.signal,
    }).then(
      () => 'answered',
      (error: Error) => error.name,
    )
    // By the time other requests are answered, this one would have been, too.
    while (endpoint.faultLog().length === 0) await post(endpoint.url, request('eth_chainId'))
    await post(endpoint.url, request('eth_chainId'))
    giveUp.abort()
    expect(await response).toBe('AbortError')
    expect(endpoint.faultLog()).toMatchObject([{ kind: 'timeOut', detail: 'no answer' }])
  })
})

test('delay an answer by the sum of all matching rules', async () => {
  endpoint.setFaults([
    { fault: { kind: 'latency', milliseconds: 15 } },
    { fault: { kind: 'null' } },
    { fault: { kind: 'latency', milliseconds: [5, 10] } },
  ])
  const wait = vi.spyOn(Delays.prototype, 'wait')
  expect(await (await post(endpoint.url, block)).json()).toMatchObject({ result: null })
  const waits = wait.mock.calls.map(([milliseconds]) => milliseconds)
  wait.mockRestore()
  const log = endpoint.faultLog()
  expect(log.map(({ rule, kind }) => [rule, kind])).toEqual([
    [0, 'latency'],
    [2, 'latency'],
    [1, 'null'],
  ])
  expect(log[0]?.detail).toBe('15 ms')
  expect(log[1]?.detail).toMatch(/^([5-9]|10) ms$/)
  expect(waits).toEqual([15 + Number.parseInt(log[1]?.detail ?? '', 10)])
})

test('delay a batch as long as its slowest call', async () => {
  endpoint.setFaults([
    { calls: { from: 2 }, methods: 'eth_chainId', fault: { kind: 'latency', milliseconds: 20 } },
  ])
  const wait = vi.spyOn(Delays.prototype, 'wait')
  await post(endpoint.url, `[${Array(50).fill(request('eth_chainId'))}]`)
  expect(endpoint.faultLog()).toHaveLength(49)
  expect(wait.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([20])
  wait.mockRestore()
})

test('without an answer do not keep the server or the endpoint from closing', async () => {
  const limits = { closeSeconds: 1 }
  const own = await serve(await createChain({ seed: 'faults', blocks: 1 }), { port: 0, limits })
  own.setFaults([{ methods: 'eth_blockNumber', fault: { kind: 'timeOut' } }])
  const response = post(own.url, request('eth_blockNumber')).catch(() => 'gone')
  while (own.faultLog().length === 0) await post(own.url, request('eth_chainId'))
  const other = own.endpoint('other')
  await askMuchAndGo(other)
  await other.close()
  await own.close()
  expect(await response).toBe('gone')
})

// With this many requests after an unanswered one, node:http stops reading, and does not see the end.
test('with many requests after an unanswered one are closed at the idle limit', async () => {
  const chain = await createChain({ seed: 'faults', blocks: 1 })
  const own = await serveInTest(chain, { limits: { idleSeconds: 1000 } })
  const accepted = nextServerSocket(Number(new URL(own.url).port))
  await askMuchAndGo(own)
  const { socket, closed } = await accepted
  expect([socket.timeout, socket.destroyed]).toEqual([1_000_000, false])
  socket.emit('timeout')
  await closed
})

/** Sends many requests at once, the first of which is never answered, and disconnects once they have arrived. */
async function askMuchAndGo(target: ServedEndpoint): Promise<void> {
  const method = 'eth_getBlockByNumber'
  target.setFaults([{ methods: method, calls: 1, fault: { kind: 'timeOut' } }])
  const { hostname, port, pathname } = new URL(target.url)
  const socket = connect(Number(port), hostname)
  const body = request(method, ['latest', true])
  const head = [`POST ${pathname} HTTP/1.1`, 'Host: x', 'Content-Type: application/json']
  head.push(`Content-Length: ${body.length}`, '', body)
  socket.write(head.join('\r\n').repeat(300))
  while (target.faultLog().length === 0) await post(target.url, request('eth_chainId'))
  socket.destroy()
}
