import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request as ofNode } from 'node:http'
import { describe, expect, test } from 'vitest'
import { OriginRule } from '../../src/server/originRule.ts'
import { serveForTests } from '../support/serving.ts'
import { request } from '../support/transports.ts'
import { askSocket, openSocket } from '../support/webSockets.ts'

const cors = ['https://app.example', 'chrome-extension://abcdef', 'http://proxy.example:8080/']

describe('a server on a loopback address', () => {
  const rule = new OriginRule({ host: '127.0.0.1', cors })

  test.each([
    'http://localhost',
    'http://localhost:5173',
    'https://localhost:443',
    'http://LOCALHOST:1',
    'http://app.localhost:3000',
    'http://localhost.:5173',
    'http://app.localhost.',
    'http://127.0.0.1.:3000',
    'http://127.0.0.1:8545',
    'http://127.1.2.3',
    'http://[::1]:3000',
    'tauri://localhost',
    'https://app.example',
    'HTTPS://APP.EXAMPLE:443',
    'chrome-extension://abcdef',
    'http://proxy.example:8080',
  ])('accepts pages of %s', (origin) => {
    expect(rule.problemOf({ origin, host: '127.0.0.1:8545' })).toBeUndefined()
  })

  test.each(['', 'Titanoboa', 'my-script/1.0', 'not an origin', 'localhost', 'nullable', 'x:null'])(
    'accepts programs that call themselves %j',
    (origin) => {
      expect(rule.problemOf({ origin, host: '127.0.0.1:8545' })).toBeUndefined()
      expect(rule.problemOf({ origin, host: 'evil.example' })).toMatch(/^requests with the Host/)
    },
  )

  test.each([
    'not an origin://',
    '://',
    'https://evil.example http://localhost',
    'http://localhost https://evil.example',
    'http://localhost, http://localhost',
    'Titanoboa, https://evil.example',
    'http://evil.example',
    'http://localhost.evil.example',
    'http://evil-localhost',
    'http://localhost..',
    'http://127.0.0.1..',
    'http://127.0.0.1.evil.example',
    'http://app.example',
    'https://app.example:444',
    'https://evil.example/?http://localhost',
    'http://user@evil.example',
    'http://localhost@evil.example',
    'https://sub.app.example',
    'chrome-extension://fedcba',
    'http://0.0.0.0:8545',
    'http://192.168.1.2',
  ])('refuses pages of %j', (origin) => {
    expect(rule.problemOf({ origin, host: '127.0.0.1:8545' })).toMatch(/^web pages of .*--cors/)
  })

  test.each(['null', 'NULL', 'null null', 'null, null', 'null, Titanoboa'])(
    'says what to do about pages without an origin (%s), which --cors cannot allow',
    (origin) => {
      expect(rule.problemOf({ origin, host: '127.0.0.1:8545' })).toMatch(
        /^web pages without an origin .*: serve the page from http:\/\/localhost$/,
      )
    },
  )

  test.each([
    undefined,
    'localhost',
    'localhost:8545',
    'LocalHost:8545',
    'node.localhost:8545',
    'localhost.',
    'LocalHost.:8545',
    'node.localhost.',
    '127.0.0.1.',
    '127.0.0.1',
    '127.9.9.9:1',
    '[::1]:8545',
    'app.example',
    'proxy.example',
  ])('accepts requests with the Host %s', (host) => {
    expect(rule.problemOf({ host })).toBeUndefined()
    expect(rule.problemOf({ host, origin: 'http://localhost:5173' })).toBeUndefined()
  })

  test.each([
    '',
    'rebound.example:8545',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    '192.168.1.2:8545',
    'localhost..',
    'localhost.example.',
    '0.0.0.0:8545',
    'two hosts',
  ])('refuses requests with the Host %j', (host) => {
    for (const origin of [undefined, 'http://localhost:5173', `http://${host}`]) {
      expect(rule.problemOf({ host, origin })).toMatch(/may not change endpoints/)
    }
  })

  test('refuses other origins and names after requests with the same Host', () => {
    const host = 'localhost:8545'
    expect(rule.problemOf({ host })).toBeUndefined()
    expect(rule.problemOf({ host, origin: 'https://evil.example' })).toMatch(/^web pages of/)
    expect(rule.problemOf({ host: 'evil.example' })).toMatch(/^requests with the Host/)
    expect(rule.problemOf({ host })).toBeUndefined()
  })

  test('quotes only the beginning of a long header', () => {
    const long = 'x'.repeat(10_000)
    expect(rule.problemOf({ origin: `http://${long}` })?.length).toBeLessThan(300)
    expect(rule.problemOf({ host: long })?.length).toBeLessThan(300)
  })
})

describe('a server on another address', () => {
  const rule = new OriginRule({ host: '0.0.0.0', cors: [] })

  test.each(['10.0.0.1:8545', 'node.example'])('has names that it does not know: %s', (host) => {
    expect(rule.problemOf({ host })).toBeUndefined()
    expect(rule.problemOf({ host, origin: 'http://localhost:3000' })).toBeUndefined()
  })

  test('refuses pages of other origins, its own names included', () => {
    expect(rule.problemOf({ host: 'evil.example', origin: 'http://evil.example' })).toBeDefined()
  })
})

describe('a request', async () => {
  const { server } = await serveForTests(
    { seed: 'origins', blocks: 2, preset: 'latest' },
    { dev: true, cors: ['https://app.example'] },
  )

  const json = { 'content-type': 'application/json' }

  /** Sends headers that `fetch` does not let a program set. */
  async function send(body: string, headers: OutgoingHttpHeaders, method = 'POST') {
    const asking = ofNode(server.url, { method, headers })
    asking.end(body)
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response) text += chunk
    return { status: response.statusCode, headers: response.headers, text }
  }

  const foreign = {
    code: -32000,
    message: expect.stringMatching(/may not change endpoints/),
    data: { code: 'FOREIGN_ORIGIN' },
  }

  test.each([
    [{}, true],
    [{ origin: 'http://localhost:5173' }, true],
    [{ origin: 'https://app.example' }, true],
    [{ origin: 'Titanoboa' }, true],
    [{ origin: 'http://evil.example' }, false],
    [{ origin: 'null' }, false],
    [{ host: 'rebound.example' }, false],
    [{ host: 'rebound.example', origin: 'http://rebound.example' }, false],
    [{ host: 'localhost:1', origin: 'http://evil.example' }, false],
  ])('over HTTP with the headers %j may move an endpoint: %s', async (headers, isAdmitted) => {
    const before = server.head.number
    const body = `[${request('eth_chainId')},${request('evm_mine', [], '2')},{"jsonrpc":"2.0","method":"evm_mine"}]`
    const { status, text } = await send(body, { ...json, ...headers })
    expect(status).toBe(200)
    const [read, moved] = JSON.parse(text)
    expect(read.result).toBe('0x539')
    if (isAdmitted) expect(moved.result).toBe('0x0')
    else expect(moved.error).toEqual(foreign)
    expect(server.head.number - before).toBe(isAdmitted ? 2 : 0)
  })

  test.each([
    [{}, true],
    [{ origin: 'http://app.localhost:3000' }, true],
    [{ origin: 'https://app.example' }, true],
    [{ origin: 'Titanoboa' }, true],
    [{ origin: 'http://evil.example' }, false],
    [{ host: 'rebound.example' }, false],
  ])('over WebSocket with the headers %j may move an endpoint: %s', async (headers, isAdmitted) => {
    const before = server.head.number
    const socket = await openSocket(server.wsUrl, { headers })
    const answer = async (body: string) => {
      return JSON.parse(await askSocket(socket, body))
    }
    expect(await answer(request('eth_chainId'))).toMatchObject({ result: '0x539' })
    const moved = await answer(request('evm_mine'))
    if (isAdmitted) expect(moved.result).toBe('0x0')
    else expect(moved.error).toEqual(foreign)
    expect(server.head.number - before).toBe(isAdmitted ? 1 : 0)
  })

  test('over HTTP or WebSocket finds no filter of a page of another origin', async () => {
    const create = async (origin: string) => {
      const { text } = await send(request('eth_newBlockFilter'), { ...json, origin })
      return JSON.parse(text).result as string
    }
    const [own, others] = ['http://own.example', 'http://other.example']
    const id = await create(own)
    const poll = request('eth_getFilterChanges', [id])
    const notFound = { code: -32000, message: 'filter not found' }
    expect(JSON.parse((await send(poll, { ...json, origin: others })).text).error).toEqual(notFound)
    expect(JSON.parse((await send(poll, { ...json, origin: own })).text).result).toEqual([])
    expect(JSON.parse((await send(poll, json)).text).result).toEqual([])
    const named = { ...json, origin: 'Titanoboa' }
    expect(JSON.parse((await send(poll, named)).text).result).toEqual([])
    for (const [origin, result] of [
      [others, false],
      [own, true],
      ['Titanoboa', true],
    ] as const) {
      const socket = await openSocket(server.wsUrl, { origin })
      expect(
        JSON.parse(await askSocket(socket, request('eth_uninstallFilter', [await create(own)])))
          .result,
      ).toBe(result)
      socket.terminate()
    }
  })

  test('of a proxy is judged by its own headers, whatever its connection carried before', async () => {
    const { Agent } = await import('node:http')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const outcomes: (string | undefined)[] = []
    for (const origin of [undefined, 'http://evil.example', 'http://localhost']) {
      const headers = { ...json, ...(origin !== undefined && { origin }) }
      const asking = ofNode(server.url, { method: 'POST', headers, agent })
      asking.end(request('evm_mine'))
      const [response] = (await once(asking, 'response')) as [IncomingMessage]
      let text = ''
      for await (const chunk of response) text += chunk
      outcomes.push(JSON.parse(text).result)
    }
    agent.destroy()
    expect(outcomes).toEqual(['0x0', undefined, '0x0'])
  })

  test('that is pipelined is judged by its own headers', async () => {
    const { connect } = await import('node:net')
    const { hostname, port, pathname } = new URL(server.url)
    const before = server.head.number
    const socket = connect(Number(port), hostname)
    const body = request('evm_mine')
    const head = (origin: string, connection: string) =>
      `POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nConnection: ${connection}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const [evil, good] = ['http://evil.example', 'http://localhost']
    socket.write(head(evil, 'keep-alive') + head(good, 'keep-alive') + head(evil, 'close'))
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text.match(/"(?:result|error)"/g)).toEqual(['"error"', '"result"', '"error"'])
    expect(server.head.number - before).toBe(1)
  })

  // What a page may send without a preflight (Fetch, simple requests).
  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    [undefined],
  ])('of type %s changes nothing', async (type) => {
    const before = server.head.number
    for (const origin of [undefined, 'http://evil.example', 'http://localhost:3000']) {
      const { status } = await send(request('evm_mine'), {
        ...(type !== undefined && { 'content-type': type }),
        ...(origin !== undefined && { origin }),
      })
      expect(status).toBe(415)
    }
    expect(server.head.number).toBe(before)
  })

  test('of a page may be sent after a preflight', async () => {
    const { status, headers } = await send(
      '',
      { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
      'OPTIONS',
    )
    expect([status, headers['access-control-allow-origin']]).toEqual([204, '*'])
  })
})
