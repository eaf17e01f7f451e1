import { get } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import type { ServeOptions } from '../../../src/server/options.ts'
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
    ['/explorer', 'POST', 404],
    ['/explorer/', 'POST', 401],
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

describe('a browser without a key', () => {
  /** As Chromium, Firefox and Safari begin it. */
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const ask = (url: string, { method = 'GET', accept: given = accept } = {}) =>
    fetch(url, { method, headers: { accept: given }, redirect: 'manual' })

  test.each(['/', '/?x=1', '/explorer', '/explorer?x', '/explorer/', '/explorer/?x'])(
    'is led from %s to the page of the first key',
    async (path) => {
      const response = await ask(base + path)
      const location = response.headers.get('location') as string
      expect([response.status, new URL(location, base + path).href]).toEqual([
        302,
        `${base}/explorer/dev`,
      ])
      // Behind a proxy the server may be under another path.
      expect(location).not.toMatch(/^\/|:/)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        vary: 'Accept',
      })
      expect(response.headers.has('access-control-allow-origin')).toBe(false)
      expect((await ask(base + path, { method: 'HEAD' })).status).toBe(302)
    },
  )

  test('is led there, too, where every key is accepted, and where other machines can connect', async () => {
    for (const options of [{ anyKey: true }, { apiKeys: ['dev'] }, { host: '0.0.0.0' }]) {
      const other = await serveInTest(await createTestChain(), options)
      const { port } = new URL(other.url)
      expect((await ask(`http://127.0.0.1:${port}/`)).status).toBe(302)
    }
  })

  test.each<readonly [string, ServeOptions]>([
    ['a key of its own', { apiKeys: ['secret-1'] }],
    ['several', { apiKeys: ['secret-1', 'dev'] }],
    ['any key beside it', { apiKeys: ['secret-1'], anyKey: true }],
  ])('learns no key of a server with %s', async (_which, options) => {
    const other = await serveInTest(await createTestChain(), options)
    const origin = new URL(other.url).origin
    const seen = await Promise.all(
      ['/', '/explorer', '/explorer/'].map(async (path) => {
        const response = await ask(origin + path)
        const headers = JSON.stringify([...response.headers])
        return { status: response.status, text: headers + (await response.text()) }
      }),
    )
    expect(seen.map(({ status }) => status)).toEqual([200, 404, 401])
    for (const { text } of seen) expect(text).not.toMatch(/secret|\/dev/)
    expect(seen[1]?.text).toContain('the page of an endpoint is at /explorer/<API_KEY>')
  })

  test.each(['*/*', 'application/json', 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'])(
    'is told from a program: %s',
    async (given) => {
      const response = await ask(`${base}/`, { accept: given })
      expect([response.status, response.headers.get('vary')]).toEqual([200, 'Accept'])
      expect(await response.json()).toMatchObject({ http: '/v3/<API_KEY>' })
    },
  )

  test('gets JSON where there is no explorer', async () => {
    const other = await serveInTest(await createTestChain(), { explorer: false })
    const { origin } = new URL(other.url)
    const found = await Promise.all(['/', '/explorer'].map((path) => ask(origin + path)))
    expect(found.map(({ status }) => status)).toEqual([200, 404])
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
    expect.stringContaining(
      'the page of the explorer is missing: install ommer again, or in a clone run npm run prepare',
    ),
  ])
})
