import { once } from 'node:events'
import { type IncomingMessage, request as ofNode } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import { serveInTest } from '../support/serving.ts'
import { post, request } from '../support/transports.ts'
import { until } from '../support/until.ts'

const chain = await createChain({ seed: 'control', blocks: 8, preset: 'latest' })

async function start(options: ServeOptions = {}): Promise<Server> {
  return serveInTest(chain, { control: true, ...options })
}

const controlUrl = (server: { controlUrl: string | undefined }) => server.controlUrl as string

/** @returns the response's `result`, or its `error` */
async function ask(url: string, method: string, params?: unknown, headers = {}): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { result, error } = (await (await post(url, body, headers)).json()) as {
    result?: unknown
    error?: unknown
  }
  return error ?? result
}

const head = (url: string) => ask(url, 'eth_blockNumber', [])

describe('the control address', () => {
  test('is unknown where control is off', async () => {
    const server = await start({ control: false })
    expect(server.controlUrl).toBeUndefined()
    const response = await post(server.url.replace('/v3/', '/control/'), request('evm_mine'))
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual(
      await (await post(server.url.replace('/v3/', '/none/'), '{}')).json(),
    )
  })

  test('has methods that /v3 does not have, over any transport', async () => {
    const server = await start()
    expect(await ask(server.url, 'evm_mine')).toMatchObject({ code: -32601 })
    await expect(server.request({ method: 'evm_snapshot' })).rejects.toMatchObject({ code: -32601 })
    const document = await server.request({ method: 'rpc.discover' })
    expect(JSON.stringify(document)).not.toContain('evm_')
  })
})

test('is shown only where it is on', async () => {
  const [on, off] = [await start(), await start({ control: false })]
  const page = async (server: Server, path: string) =>
    (await fetch(new URL(path, server.url))).text()
  const index = JSON.parse(await page(on, '/'))
  expect(index.control).toBe('/control/<API_KEY>')
  for (const method of index.controlMethods as string[]) {
    expect(await ask(controlUrl(on), method, [{}, {}, {}])).not.toMatchObject({ code: -32601 })
  }
  expect(index.controlMethods).toContain('evm_mine')
  expect(await page(on, '/nowhere')).toContain('to /control/<API_KEY>')
  expect(await page(off, '/')).not.toContain('control')
  expect(await page(off, '/nowhere')).not.toContain('control')
})

describe('API keys', () => {
  test('select separate endpoints', async () => {
    const server = await start({ apiKeys: ['one', 'two'] })
    const two = server.endpoint('two')
    await ask(controlUrl(server), 'evm_mine')
    await ask(controlUrl(two), 'anvil_rollback', [3])
    expect([await head(server.url), await head(two.url)]).toEqual(['0x9', '0x5'])
    expect(await ask(controlUrl(two), 'evm_snapshot')).toBe('0x1')
    expect(await ask(controlUrl(server), 'evm_revert', ['0x1'])).toBe(false)
  })

  test('are refused if unknown', async () => {
    const server = await start()
    const response = await post(controlUrl(server).replace('/dev', '/nobody'), request('evm_mine'))
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: -32001 } })
  })
})

describe('requests', () => {
  test('without an id run, and are not answered', async () => {
    const server = await start()
    const response = await post(controlUrl(server), '{"jsonrpc":"2.0","method":"evm_mine"}')
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(await head(server.url)).toBe('0x9')
  })

  test('are counted by method', async () => {
    const server = await start()
    await ask(controlUrl(server), 'anvil_rollback', [99])
    const metrics = await (await fetch(new URL('/metrics', server.url))).text()
    expect(metrics).toContain(
      'ommer_requests_total{method="anvil_rollback",result="OPERATION_REFUSED"} 1',
    )
  })

  test('of disconnected clients are cancelled, and those of others continue', async () => {
    const alone = await createChain({ seed: 'alone', blocks: 2, preset: 'latest' })
    const server = await serveInTest(alone, { control: true })
    const leave = new AbortController()
    const aborted = fetch(controlUrl(server), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request('anvil_mine', [1_000_000]),
      signal: leave.signal,
    })
    const next = () => alone.children?.existing(alone.tree.head)
    await until(() => next() !== undefined)
    leave.abort()
    await expect(aborted).rejects.toThrow()
    // Moves run in sequence, so this one would have to wait for a million blocks.
    expect(await ask(controlUrl(server), 'anvil_mine')).toBeNull()
    expect(await head(server.url)).toBe('0x3')
  })

  test.each([
    ['GET', { method: 'GET' }, 405],
    ['OPTIONS', { method: 'OPTIONS' }, 405],
    ['text', { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
  ])('are refused as elsewhere: %s', async (_what, init, status) => {
    const server = await start()
    const response = await fetch(controlUrl(server), init)
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(await response.json()).toMatchObject({ error: { code: -32600 } })
  })
})

describe('endpoints', () => {
  test('can be created, queried and closed by clients', async () => {
    const server = await start()
    const url = controlUrl(server)
    const made = (await ask(url, 'ommer_createEndpoint', [
      'replica',
      { dialect: 'geth', lag: { behind: 'dev', blocks: 2 } },
    ])) as Record<'url' | 'wsUrl' | 'controlUrl', string>
    const { url: madeUrl, wsUrl, controlUrl: madeControl } = server.endpoint('replica')
    expect(made).toEqual({ url: madeUrl, wsUrl, controlUrl: madeControl })
    await ask(url, 'anvil_mine', [3])
    expect(await head(made.url)).toBe('0x9')
    expect(await ask(made.controlUrl, 'ommer_status')).toMatchObject({
      key: 'replica',
      dialect: 'geth',
      lag: { behind: 'dev', blocks: 2 },
    })
    expect(await ask(url, 'ommer_closeEndpoint', ['replica'])).toBeNull()
    expect((await post(made.url, request('eth_chainId'))).status).toBe(401)
    expect((await post(made.controlUrl, request('eth_chainId'))).status).toBe(401)
    expect(await head(server.url)).toBe('0xb')
  })

  test.each([
    [['a b'], -32602, 'INVALID_KEY'],
    [['x', { dialect: 'parity' }], -32602, 'INVALID_OPTION'],
    [['x', { finality: 'none' }], -32602, 'INVALID_ARGUMENT'],
    [['x', { faults: [{ methods: 'eth_getBlock' }] }], -32602, 'INVALID_FAULT'],
    [['x', 'geth'], -32602, 'INVALID_OPTIONS'],
    [['x', { head: 99 }], -32000, 'NO_SUCH_BLOCK'],
    [['x', { lag: { behind: 'nobody', blocks: 1 } }], -32000, 'UNKNOWN_ENDPOINT'],
    [['dev', { dialect: 'geth' }], -32000, 'ENDPOINT_EXISTS'],
  ])('are refused with invalid options: %j, %i %s', async (params, code, reason) => {
    const server = await start()
    expect(await ask(controlUrl(server), 'ommer_createEndpoint', params)).toMatchObject({
      code,
      data: { code: reason },
    })
    // The failed attempt leaves nothing behind.
    if (params[0] === 'x') {
      expect((await post(server.url.replace('/dev', '/x'), request('eth_chainId'))).status).toBe(
        401,
      )
    }
  })

  test('are not created for a mistyped key with anyKey', async () => {
    const server = await start({ anyKey: true })
    const url = controlUrl(server)
    const unknown = { code: -32000, data: { code: 'UNKNOWN_ENDPOINT' } }
    expect(await ask(url, 'ommer_closeEndpoint', ['nobody'])).toMatchObject(unknown)
    const lag = { behind: 'nobody', blocks: 1 }
    expect(await ask(url, 'ommer_setLag', [lag])).toMatchObject(unknown)
    expect(await ask(url, 'ommer_createEndpoint', ['late', { lag }])).toMatchObject(unknown)
    // The endpoint was neither created nor closed: the first client to use the key gets a new one.
    expect(await head(server.url.replace('/dev', '/nobody'))).toBe('0x8')
    expect(await ask(url, 'ommer_closeEndpoint', ['nobody'])).toBeNull()
    expect((await post(server.url.replace('/dev', '/nobody'), '{}')).status).toBe(401)
  })

  test('have faults that do not apply to the control address', async () => {
    const server = await start()
    const url = controlUrl(server)
    const rules = [{ methods: 'eth_blockNumber', fault: { kind: 'null' } }]
    expect(await ask(url, 'ommer_setFaults', [rules])).toBeNull()
    expect([await head(server.url), await head(url)]).toEqual([null, '0x8'])
    expect(await ask(url, 'ommer_faultLog')).toMatchObject([
      { call: 1, method: 'eth_blockNumber', kind: 'null' },
    ])
    expect(await ask(url, 'ommer_clearFaultLog')).toBeNull()
    expect(await ask(url, 'ommer_faultLog')).toEqual([])
    const wrong = [{ fault: { kind: 'none' } }]
    const refused = { code: -32602, data: { code: 'INVALID_FAULT' } }
    expect(await ask(url, 'ommer_setFaults', [wrong])).toMatchObject(refused)
    expect(await ask(url, 'ommer_createEndpoint', ['new', { faults: wrong }])).toMatchObject(
      refused,
    )
    expect(await ask(url, 'ommer_setFaults', rules)).toEqual({
      ...refused,
      message:
        'faults: want a list of rules in the list of params: [[{ "fault": … }]]; have object',
    })
    // The faults stay if the new ones are omitted.
    expect(await ask(url, 'ommer_setFaults', [])).toMatchObject({
      code: -32602,
      message: 'missing value for required argument 0',
    })
    expect(await head(server.url)).toBeNull()
    expect(await ask(url, 'ommer_unusedFaults')).toEqual([])
    expect(await ask(url, 'ommer_setFaults', [[...rules, ...rules]])).toBeNull()
    expect(await head(server.url)).toBeNull()
    expect(await ask(url, 'ommer_unusedFaults')).toEqual([{ index: 1, rule: rules[0] }])
    expect(await ask(url, 'ommer_setFaults', [null])).toBeNull()
    expect(await head(server.url)).toBe('0x8')
  })
})

describe('the token', () => {
  const control = { token: 'open-sesame' }

  test.each([
    [{}, 401],
    [{ authorization: 'open-sesame' }, 401],
    [{ authorization: 'Bearer open' }, 401],
    [{ authorization: 'Bearer open-sesame2' }, 401],
    [{ authorization: 'Basic open-sesame' }, 401],
    [{ authorization: 'Bearer open-sesame' }, 200],
    [{ authorization: 'bearer open-sesame' }, 200],
  ])('is required: %o', async (headers, status) => {
    const server = await start({ control })
    const response = await post(controlUrl(server), request('evm_mine'), headers)
    expect(response.status).toBe(status)
    const answer = await response.json()
    expect(answer).toMatchObject(status === 200 ? { result: '0x0' } : { error: { code: -32001 } })
    expect(response.headers.get('www-authenticate')).toBe(
      status === 200 ? null : 'Bearer realm="ommer control"',
    )
    expect(await head(server.url)).toBe(status === 200 ? '0x9' : '0x8')
  })

  test('allows a host that others can reach', async () => {
    const server = await start({ host: '0.0.0.0', control })
    expect(
      await ask(controlUrl(server), 'evm_mine', [], { authorization: 'Bearer open-sesame' }),
    ).toBe('0x0')
  })
})

describe('web pages', () => {
  test.each([
    ['http://evil.example', false],
    ['null', false],
    ['http://127.0.0.1:1', false],
    ['not an origin', true],
    ['Titanoboa', true],
    ['same', true],
  ])('of %s may send requests: %o', async (origin, isAdmitted) => {
    const server = await start()
    const own = new URL(server.url).origin
    const headers = { origin: origin === 'same' ? own : origin }
    const response = await post(controlUrl(server), request('evm_mine'), headers)
    expect(response.status).toBe(isAdmitted ? 200 : 403)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(await head(server.url)).toBe(isAdmitted ? '0x9' : '0x8')
  })

  test.each([
    [true, 403],
    [{ token: 'sesame' }, 200],
  ])('under a rebound name need a token: control %j, %i', async (control, status) => {
    const server = await start({ control })
    const { port } = new URL(server.url)
    const name = `rebound.example:${port}`
    const asking = ofNode(controlUrl(server), {
      method: 'POST',
      headers: {
        host: name,
        origin: `http://${name}`,
        authorization: 'Bearer sesame',
        'content-type': 'application/json',
      },
    })
    asking.end(request('evm_mine'))
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(status)
  })

  test('cannot get permission by a preflight', async () => {
    const server = await start()
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    const response = await fetch(controlUrl(server), { method: 'OPTIONS', headers })
    expect(response.status).toBe(403)
    expect([...response.headers.keys()].join()).not.toContain('access-control')
  })
})
