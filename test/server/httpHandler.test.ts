import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { createHttpHandler } from '../../src/server/httpHandler.ts'
import { createTestChain, findBlock } from '../support/chain.ts'
import { handlerContext } from '../support/handlerContext.ts'
import { serveForTests } from '../support/serving.ts'
import { post, request } from '../support/transports.ts'

const { server, chain } = await serveForTests(await createTestChain(), {
  limits: { requestBytes: 1000 },
})

const chainId = { jsonrpc: '2.0', id: 1, result: '0x539' }
const errorBody = (code: number) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message: expect.any(String) },
})

/** Sends a request with exactly these headers; `fetch` adds some of its own. */
async function send(
  url: string,
  options: { method?: string; headers?: Record<string, string> },
  body = '',
): Promise<{ response: IncomingMessage; body: Buffer }> {
  const sent = httpRequest(url, { method: 'POST', ...options })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { response, body: Buffer.concat(await response.toArray()) }
}

describe('content types', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json-rpc',
    'application/jsonrequest',
    'Application/JSON',
  ])('accepts %s', async (type) => {
    const response = await post(server.url, request('eth_chainId'), { 'content-type': type })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual(chainId)
  })

  test.each([
    'text/plain',
    'application/jsonp',
    'application/json-rpcx',
    'application/x-www-form-urlencoded',
    'json',
  ])('refuses %s with 415', async (type) => {
    const response = await post(server.url, request('eth_chainId'), { 'content-type': type })
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual(errorBody(-32600))
  })

  test('refuses a request without one with 415', async () => {
    const { response, body } = await send(server.url, {}, request('eth_chainId'))
    expect(response.statusCode).toBe(415)
    expect(JSON.parse(String(body))).toEqual(errorBody(-32600))
  })

  test('refuses a compressed body with 415, and names the encoding', async () => {
    const headers = { 'content-encoding': 'gzip' }
    const response = await post(server.url, request('eth_chainId'), headers)
    expect(response.status).toBe(415)
    expect(response.headers.get('accept-encoding')).toBe('identity')
    expect(await response.json()).toMatchObject({
      error: { code: -32600, message: expect.stringContaining("encoding 'gzip'") },
    })
  })

  test.each(['identity', 'Identity'])('accepts a body with encoding %s', async (encoding) => {
    const headers = { 'content-encoding': encoding }
    const response = await post(server.url, request('eth_chainId'), headers)
    expect(await response.json()).toEqual(chainId)
  })
})

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('refuses %s with 405', async (method) => {
  const response = await fetch(server.url, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST, OPTIONS')
  if (method !== 'HEAD') expect(await response.json()).toEqual(errorBody(-32600))
})

describe('bodies', () => {
  const padded = (bytes: number) => request('eth_chainId').padEnd(bytes)

  test('up to the limit are answered', async () => {
    expect(await (await post(server.url, padded(1000))).json()).toEqual(chainId)
  })

  test.each([1001, 1_000_000])('of %i bytes get 413', async (bytes) => {
    const response = await post(server.url, padded(bytes))
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual(errorBody(-32600))
  })

  test('above the limit get 413 in chunks too, and keep the connection open', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const head = 'POST /v3/dev HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const chunk = `${(1200).toString(16)}\r\n${padded(1200)}\r\n`
    const small = request('eth_chainId')
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`)
    const [first] = await once(socket, 'data')
    expect(String(first)).toMatch(/^HTTP\/1.1 413 /)
    socket.write(`${chunk}0\r\n\r\n${head}Content-Length: ${small.length}\r\n\r\n${small}`)
    const [second] = await once(socket, 'data')
    expect(String(second)).toMatch(/^HTTP\/1.1 200 /)
    socket.destroy()
  })

  test('may arrive in pieces', async () => {
    const sent = httpRequest(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    for (const piece of request('eth_chainId')) sent.write(piece)
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(JSON.parse(String(Buffer.concat(await response.toArray())))).toEqual(chainId)
  })

  test('of a notification get an empty response', async () => {
    const response = await post(server.url, '{"jsonrpc":"2.0","method":"eth_chainId"}')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('0')
    expect(await response.text()).toBe('')
  })

  test('with an error get HTTP 200', async () => {
    for (const body of ['{', '[]', request('eth_mine')]) {
      expect((await post(server.url, body)).status).toBe(200)
    }
  })
})

describe('API keys', () => {
  test.each(['/v3/wrong', '/v3/', '/v3/DEV', '/v3/dev2', '/v3/%64ev', `/v3/${'x'.repeat(200)}`])(
    '%s gets 401',
    async (path) => {
      const response = await post(new URL(path, server.url).href, request('eth_chainId'))
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('ApiKey realm="ommer"')
      expect(await response.json()).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32001, message: 'invalid API key' },
      })
    },
  )

  test.each(['/v3/dev/', '/v3/dev?x=1', '/v3/dev/?x=/y'])('%s selects dev', async (path) => {
    const response = await post(new URL(path, server.url).href, request('eth_chainId'))
    expect(await response.json()).toEqual(chainId)
  })
})

describe('pages of any origin', () => {
  test('may send a preflight', async () => {
    const headers = {
      origin: 'https://example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-trace',
    }
    const { response, body } = await send(server.url, { method: 'OPTIONS', headers })
    expect(response.statusCode).toBe(204)
    expect(body).toHaveLength(0)
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type,x-trace',
    })
  })

  test('may read answers and refusals', async () => {
    for (const path of ['/v3/dev', '/v3/wrong']) {
      const response = await post(new URL(path, server.url).href, request('eth_chainId'))
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})

describe('gzip', () => {
  const json = { 'content-type': 'application/json' }
  const large = () => {
    const block = findBlock(chain, ({ transactions }) => transactions.length > 10)
    return request('eth_getBlockByHash', [block.hash, true])
  }
  const plain = async () => (await send(server.url, { headers: json }, large())).body

  test.each(['gzip', 'deflate, gzip', 'gzip;q=0.5', 'GZIP', 'br, gzip;q=1.0, *;q=0'])(
    'is sent to clients that accept %s',
    async (accepted) => {
      const headers = { ...json, 'accept-encoding': accepted }
      const { response, body } = await send(server.url, { headers }, large())
      expect(response.headers['content-encoding']).toBe('gzip')
      expect(response.headers.vary).toBe('Accept-Encoding')
      expect(Number(response.headers['content-length'])).toBe(body.length)
      expect(body.length).toBeLessThan((await plain()).length)
      expect(gunzipSync(body)).toEqual(await plain())
    },
  )

  test.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'xgzipx'])(
    'is not sent to clients that accept "%s"',
    async (accepted) => {
      const headers = { ...json, 'accept-encoding': accepted }
      const { response, body } = await send(server.url, { headers }, large())
      expect(response.headers['content-encoding']).toBeUndefined()
      expect(body).toEqual(await plain())
    },
  )

  test('is not used for small answers', async () => {
    const headers = { ...json, 'accept-encoding': 'gzip' }
    const { response } = await send(server.url, { headers }, request('eth_chainId'))
    expect(response.headers['content-encoding']).toBeUndefined()
  })

  test('works with fetch', async () => {
    const response = await post(server.url, `[${large()},${large()}]`)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const one = JSON.parse(String(await plain()))
    expect(await response.json()).toEqual([one, one])
  })
})

test('ignores a client that disconnects', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write('POST /v3/dev HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
  socket.write('Content-Length: 100\r\n\r\n{')
  socket.destroy()
  await once(socket, 'close')
  expect((await post(server.url, request('eth_chainId'))).status).toBe(200)
})

describe('mounted in another application', () => {
  const handler = () =>
    createHttpHandler(handlerContext(chain, { limits: { requestBytes: 1000, batchSize: 10 } }))

  async function host(application: express.Express): Promise<{ base: string; stop: () => void }> {
    const hosting = createServer(application)
    hosting.listen(0, '127.0.0.1')
    await once(hosting, 'listening')
    return {
      base: `http://127.0.0.1:${(hosting.address() as AddressInfo).port}`,
      stop: () => hosting.close(),
    }
  }

  test('answers its own path and passes the others on', async () => {
    const application = express()
      .use('/chain', handler())
      .use((_request, response) => {
        response.status(418).end()
      })
    const { base, stop } = await host(application)
    expect(await (await post(`${base}/chain/v3/any`, request('eth_chainId'))).json()).toEqual(
      chainId,
    )
    expect((await post(`${base}/v3/any`, request('eth_chainId'))).status).toBe(418)
    expect((await post(`${base}/chain/v3/any/more`, request('eth_chainId'))).status).toBe(418)
    stop()
  })

  test('reports a body parser that runs before it', async () => {
    const application = express()
      .use(express.json())
      .use(handler())
      .use(((error, _request, response, _next) => {
        response.status(500).json(error.code)
      }) satisfies express.ErrorRequestHandler)
    const { base, stop } = await host(application)
    const response = await post(`${base}/v3/any`, request('eth_chainId'))
    expect(await response.json()).toBe('BODY_ALREADY_READ')
    stop()
  })
})
