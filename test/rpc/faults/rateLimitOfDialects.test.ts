import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChain } from '../../../src/createChain.ts'
import { alchemy } from '../../../src/endpoint/dialects/alchemy.ts'
import { type DialectName, dialectNames } from '../../../src/endpoint/dialects/dialects.ts'
import { serve } from '../../../src/serve.ts'
import type { Server } from '../../../src/server/serve.ts'

let server: Server
beforeAll(async () => {
  const chain = await createChain({ blocks: 2, seed: 3 })
  server = await serve(chain, {
    port: 0,
    apiKeys: dialectNames.map((key) => ({ key, dialect: key })),
    faults: [{ fault: { kind: 'rateLimit', retryAfterSeconds: 7 } }],
  })
})
afterAll(() => server.close())

const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] })

async function post(dialect: DialectName, body: unknown) {
  const response = await fetch(new URL(`/v3/${dialect}`, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, retryAfter, body: await response.json() }
}

const { message } = alchemy.facts.rateLimit as { readonly message: string }

test('Alchemy: HTTP 429 with the code 429, and in a batch each request', async () => {
  const error = { code: 429, message }
  expect(await post('alchemy', request(1))).toEqual({
    status: 429,
    retryAfter: '7',
    body: { jsonrpc: '2.0', id: 1, error },
  })
  expect(await post('alchemy', [request(1), request(2)])).toEqual({
    status: 200,
    retryAfter: null,
    body: [1, 2].map((id) => ({ jsonrpc: '2.0', id, error })),
  })
})

test('QuickNode: the error without its envelope', async () => {
  const error = {
    code: -32007,
    message:
      '20/second request limit reached - reduce calls per second or upgrade your account at quicknode.com',
  }
  expect(await post('quicknode', request(1))).toEqual({
    status: 429,
    retryAfter: null,
    body: error,
  })
  expect(await post('quicknode', [request(1)])).toMatchObject({ status: 200, body: [{ error }] })
})

test.each(['infura', 'geth', 'drpc'] as const)(
  '%s: as Infura, one answer for a batch',
  async (dialect) => {
    const { status, retryAfter, body } = await post(dialect, [request(1), request(2)])
    expect({ status, retryAfter }).toEqual({ status: 429, retryAfter: '7' })
    expect(body).toMatchObject({
      id: null,
      error: { code: -32005, message: 'daily request count exceeded, request rate limited' },
    })
  },
)

test('a style that is given counts in every dialect', async () => {
  const endpoint = server.endpoint('given', { dialect: 'quicknode' })
  endpoint.setFaults([{ fault: { kind: 'rateLimit', style: 'inBody' } }])
  await expect(endpoint.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: -32007 })
})
