import { get } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { createTestChain } from '../../support/chain.ts'
import { serveForTests, serveInTest } from '../../support/serving.ts'

const script = Buffer.from(`console.log('${'x'.repeat(2000)}')`)
const files = {
  page: { type: 'text/html; charset=utf-8', bytes: Buffer.from('<!doctype html>page') },
  assets: new Map([
    [
      'main-1.js',
      { type: 'text/javascript; charset=utf-8', bytes: script, gzipped: gzipSync(script) },
    ],
  ]),
}
const built = vi.hoisted(() => ({ isBuilt: true }))

vi.mock('../../../src/server/explorer/explorerFiles.ts', () => ({
  readExplorerFiles: () => (built.isBuilt ? files : undefined),
}))

const { server } = await serveForTests(await createTestChain())
const base = new URL(server.url).origin

describe('the page', () => {
  test('is at the address of the key, under a strict policy', async () => {
    const response = await fetch(server.explorerUrl as string)
    expect(await response.text()).toBe('<!doctype html>page')
    const { host } = new URL(base)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws://${host} wss://${host}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    })
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
  })

  test('does not quote a host in its policy that could change the policy', async () => {
    const policy = await new Promise<unknown>((resolve, reject) => {
      const headers = { host: "x; script-src 'unsafe-inline'" }
      get(`${base}/explorer/dev`, { headers }, (response) => {
        response.resume()
        resolve(response.headers['content-security-policy'])
      }).on('error', reject)
    })
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toContain('unsafe-inline')
  })

  test('is also found with a query, and redirects from a slash at the end', async () => {
    expect((await fetch(`${base}/explorer/geth?x=/`)).status).toBe(200)
    const redirect = await fetch(`${base}/explorer/dev/`, { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, '../dev'])
    expect((await fetch(`${base}/explorer/dev/`)).url).toBe(`${base}/explorer/dev`)
  })

  test('answers HEAD without a body', async () => {
    const response = await fetch(`${base}/explorer/dev`, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '19'])
  })

  test.each([
    ['/explorer/unknown', 'GET', 401],
    ['/explorer/dev', 'POST', 405],
    ['/explorer/dev', 'OPTIONS', 405],
    ['/explorer', 'GET', 404],
    ['/explorer/assets/main-2.js', 'GET', 404],
    ['/explorer/assets/..%2Findex.html', 'GET', 404],
    ['/explorer/assets/a/b', 'GET', 404],
  ])('%s is not there for everybody: %s %i', async (path, method, status) => {
    expect((await fetch(base + path, { method })).status).toBe(status)
  })

  test('is not there with explorer: false', async () => {
    const other = await serveInTest(await createTestChain(), { explorer: false })
    expect(other.explorerUrl).toBeUndefined()
    const response = await fetch(other.url.replace('/v3/', '/explorer/'))
    expect(response.status).toBe(404)
  })

  test('is announced at the root', async () => {
    expect(await (await fetch(base)).json()).toMatchObject({ explorer: '/explorer/<API_KEY>' })
  })
})

test('the files of the page never change, and are compressed for clients that accept it', async () => {
  const load = (encoding: string) =>
    fetch(`${base}/explorer/assets/main-1.js`, { headers: { 'accept-encoding': encoding } })
  const [response, compressed] = [await load('identity'), await load('gzip')]
  expect(response.headers.has('content-encoding')).toBe(false)
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  for (const each of [response, compressed]) expect(await each.text()).toBe(script.toString())
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  })
})

test('says how to build a page that is missing', async () => {
  built.isBuilt = false
  const other = await serveInTest(await createTestChain())
  const response = await fetch(other.explorerUrl as string)
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('the page of the explorer is not built: npm run prepare builds it'),
  ])
})
