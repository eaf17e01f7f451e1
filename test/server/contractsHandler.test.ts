import { once } from 'node:events'
import { connect } from 'node:net'
import { type Abi, decodeEventLog, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Contract } from '../../src/chain/contracts/contract.ts'
import { tokenContract } from '../../src/chain/contracts/token.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import { serveInTest } from '../support/serving.ts'
import { until } from '../support/until.ts'

const chain = await createChain({ seed: 'deployed', blocks: 24, preset: 'latest' })

async function start(options: ServeOptions = {}, of = chain): Promise<Server> {
  return serveInTest(of, options)
}

async function listed(url: string): Promise<Contract[]> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return (await response.json()) as Contract[]
}

describe('GET /contracts/<API_KEY>', () => {
  test('lists the contracts with their ABIs', async () => {
    const server = await start()
    const contracts = await listed(server.contractsUrl)
    expect(contracts).toEqual(chain.contracts)
    expect(contracts.find(({ role }) => role === 'token')).toEqual({
      role: 'token',
      name: expect.stringMatching(/ Coin$/),
      symbol: expect.stringMatching(/^[A-Z]+$/),
      address: expect.stringMatching(/^0x[\da-f]{40}$/),
      deployedAt: expect.any(Number),
      abi: tokenContract.abi,
    })
  })

  test('is enough to decode a transfer over the network', async () => {
    const server = await start()
    const [token] = await listed(`${server.contractsUrl}?role=token`)
    const filter = { address: token?.address, fromBlock: '0x0' }
    const logs = await server.request({ method: 'eth_getLogs', params: [filter] })
    const [log] = logs as { topics: [Hex, ...Hex[]]; data: Hex }[]
    const decoded = decodeEventLog({ abi: token?.abi as Abi, ...(log as NonNullable<typeof log>) })
    expect(decoded).toMatchObject({
      eventName: 'Transfer',
      args: { from: `0x${'00'.repeat(20)}`, value: 10n ** 24n },
    })
  })

  test('lists those at the head of the endpoint', async () => {
    const server = await start({ apiKeys: ['dev', 'own'] })
    const own = server.endpoint('own')
    await own.rollback(24)
    expect(own.head.number).toBe(0)
    const atGenesis = await listed(own.contractsUrl)
    expect(atGenesis.map(({ role }) => role)).toEqual(['system', 'system', 'system', 'system'])
    expect(await listed(server.contractsUrl)).toEqual(chain.contracts)
  })

  test('drops what a reorg removes, and has what the new branch deploys', async () => {
    const server = await start()
    await server.reorg({ depth: 23, length: 24 })
    const contracts = await listed(server.contractsUrl)
    const codes = await Promise.all(
      [...new Set([...contracts, ...chain.contracts].map(({ address }) => address))].map(
        async (address) => [
          address,
          await server.request({ method: 'eth_getCode', params: [address, 'latest'] }),
        ],
      ),
    )
    const existing = codes.filter(([, code]) => code !== '0x').map(([address]) => address)
    expect(contracts.map(({ address }) => address).sort()).toEqual(existing.sort())
    expect(contracts).not.toEqual(chain.contracts)
  })

  test('selects a role, and pages through a long list', async () => {
    const server = await start()
    const all = chain.contracts
    const tokens = all.filter(({ role }) => role === 'token')
    expect(await listed(`${server.contractsUrl}?role=token`)).toEqual(tokens)
    const seen: Contract[] = []
    let url: string | undefined = `${server.contractsUrl}?limit=2`
    while (url !== undefined) {
      const response: Response = await fetch(url)
      seen.push(...((await response.json()) as Contract[]))
      const link = response.headers.get('link')
      const next = /^<(.*)>; rel="next"$/.exec(link ?? '')?.[1]
      expect(response.headers.get('access-control-expose-headers')).toBe(link && 'Link')
      url = next && new URL(next, url).href
    }
    expect(seen).toEqual(all)
    const page = await fetch(`${server.contractsUrl}?role=system&limit=3`)
    expect(page.headers.get('link')).toBe(
      '</contracts/dev?role=system&offset=3&limit=3>; rel="next"',
    )
    expect(await listed(`${server.contractsUrl}?offset=${all.length}`)).toEqual([])
  })

  test.each([
    ['role=tokn', /^role: .*child, .*token/],
    ['limit=0', /^limit: .*a whole number from 1 to 1000/],
    ['limit=1001', /^limit: .*a whole number from 1 to 1000/],
    ['offset=-1', /^offset: .*a whole number of at least 0/],
    ['offset=1e3', /^offset: .*a whole number of at least 0/],
    ['rule=token', /^rule: .*role/],
    ['__proto__=1', /__proto__/],
  ])('refuses the query %s with a line that says what is accepted', async (query, message) => {
    const server = await start()
    const response = await fetch(`${server.contractsUrl}?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { code: -32600, message: expect.stringMatching(message) },
    })
  })

  test('is unknown without a key that the server knows', async () => {
    const server = await start()
    const response = await fetch(server.contractsUrl.replace('/dev', '/other'))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('ApiKey realm="ommer"')
    expect(await response.json()).toMatchObject({ error: { code: -32001 } })
    expect((await fetch(server.contractsUrl.replace('/dev', ''))).status).toBe(404)
  })

  test('accepts GET and HEAD only, and the preflight of a web page', async () => {
    const server = await start()
    const posted = await fetch(server.contractsUrl, { method: 'POST', body: '{}' })
    expect(posted.status).toBe(405)
    expect(posted.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    const head = await fetch(server.contractsUrl, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const preflight = await fetch(server.contractsUrl, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD')
  })

  test('may be read by any web page, is not cached, and is compressed on request', async () => {
    const server = await start()
    const { headers } = await fetch(server.contractsUrl)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-encoding')).toBe('gzip')
    const plain = await fetch(server.contractsUrl, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  })

  test('is followed by other requests of the connection, whatever body it has', async () => {
    const server = await start()
    const { port, host } = new URL(server.contractsUrl)
    const socket = connect(Number(port), '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
    })
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`
    const length = 'Content-Length: 4\r\n'
    socket.write(`${get('/contracts/dev?limit=1', length)}body${get('/health')}`)
    await until(() => text.includes('"status":"ok"'))
    expect(text.indexOf('"role":"system"')).toBeLessThan(text.indexOf('"status":"ok"'))
    socket.end()
    await once(socket, 'close')
  })
})
