import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createChain } from '../../src/createChain.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import { serve } from '../../src/server/serve.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = temporaryFolder()

const spec = { preset: 'latest', blocks: 6, transactionsPerBlock: [2, 2] } as const
const one = await createChain({ ...spec, seed: 'one' })
const other = await createChain({ ...spec, seed: 'other', chainId: 10, blocks: 9 })

/** Serves two chains for the time of a function. */
async function withServer<Result>(
  options: ServeOptions,
  use: (server: Awaited<ReturnType<typeof serve>>) => Promise<Result>,
): Promise<Result> {
  const server = await serve(one, { port: 0, ...options })
  try {
    return await use(server)
  } finally {
    await server.close()
  }
}

const ask = async (url: string, method: string, ...params: unknown[]) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: never }).result
}

it('serves endpoints of several chains, each with its own blocks, accounts and contracts', () =>
  withServer({ dev: true }, async (server) => {
    const second = server.endpoint('second', { chain: other })
    expect(await ask(server.url, 'eth_chainId')).toBe('0x539')
    expect(await ask(second.url, 'eth_chainId')).toBe('0xa')
    expect(await ask(second.url, 'eth_blockNumber')).toBe('0x9')
    for (const [endpoint, chain] of [
      [server, one],
      [second, other],
    ] as const) {
      const block = (await ask(endpoint.url, 'eth_getBlockByNumber', '0x3', false)) as { hash: Hex }
      expect(block.hash).toBe(chain.blockByNumber(3)?.hash)
      const accounts = await ask(endpoint.url, 'eth_accounts')
      expect(accounts).toEqual(chain.accounts.map(({ address }) => address))
      const listed = await (await fetch(endpoint.contractsUrl)).json()
      const addresses = (listed as { address: Hex }[]).map(({ address }) => address)
      expect(addresses).toEqual(chain.contracts.map(({ address }) => address))
    }
    const [from] = other.accounts.map(({ address }) => address)
    const hash = await ask(second.url, 'eth_sendTransaction', { from, to: from, value: '0x1' })
    expect(await ask(second.url, 'eth_getTransactionByHash', hash)).toMatchObject({
      chainId: '0xa',
      blockNumber: '0xa',
    })
    expect(await ask(server.url, 'eth_getTransactionByHash', hash)).toBeNull()
  }))

it('lets a follower have the chain of its leader, and none of another chain', () =>
  withServer({}, async (server) => {
    server.endpoint('second', { chain: other })
    const follower = server.endpoint('follower', { lag: { behind: 'second', blocks: 2 } })
    expect(await ask(follower.url, 'eth_chainId')).toBe('0xa')
    expect(follower.head.number).toBe(7)
    await expect(follower.setLag({ behind: 'dev', blocks: 0 })).rejects.toMatchObject({
      code: 'OTHER_CHAIN',
      message: "lag: 'dev' has another chain than 'follower'",
    })
    expect(() => server.endpoint('pool', { pool: { of: ['dev', 'second'] } })).toThrow(
      "pool.of: endpoint 'second' has another chain than 'dev'",
    )
    expect(() =>
      server.endpoint('both', { chain: other, lag: { behind: 'dev', blocks: 0 } }),
    ).toThrow('chain: it cannot be combined with lag, which says it')
  }))

it('refuses a value that is no chain, and another chain for an endpoint that exists', () =>
  withServer({}, async (server) => {
    expect(() => server.endpoint('second', { chain: {} as never })).toThrow(
      'chain: want a chain from createChain or loadChain; is an await missing?',
    )
    const second = server.endpoint('second', { chain: other })
    expect(server.endpoint('second', { chain: other }).head).toEqual(second.head)
    expect(server.endpoint('dev', { chain: one }).head).toEqual(server.head)
    expect(() => server.endpoint('second', { chain: one })).toThrow(
      "endpoint 'second' exists already: chain, head",
    )
  }))

it('refuses another chain where a journal would not know it', async () => {
  const journal = join(folder, 'journal')
  await withServer({ dev: true, journal }, async (server) => {
    expect(() => server.endpoint('second', { chain: other })).toThrow(
      'chain: a journal does not know it: start the server without one',
    )
  })
  rmSync(journal)
})

it('writes the scenario of an endpoint with its own chain', () =>
  withServer({ control: true, explorer: true }, async (server) => {
    const second = server.endpoint('second', { chain: other })
    await second.mine(1)
    const { yaml } = await ask(second.controlUrl as string, 'ommer_scenario')
    expect(yaml).toContain('seed: "other"')
    expect(yaml).toContain('"chainId":10')
  }))

it('leaves out an endpoint of a pool that is there again with another chain', () =>
  withServer({}, async (server) => {
    const second = server.endpoint('second', { chain: other })
    server.endpoint('third', { chain: other })
    const pool = server.endpoint('pool', { pool: { of: ['second', 'third'] } })
    await second.close()
    server.endpoint('second', { chain: one })
    for (let call = 0; call < 8; call++) expect(await ask(pool.url, 'eth_chainId')).toBe('0xa')
  }))

it('refuses a chain without senders where traffic is to be generated', () =>
  withServer({ dev: true, backgroundTraffic: true }, async (server) => {
    const silent = await createChain({ seed: 'silent', blocks: 1, accounts: 0 })
    expect(() => server.endpoint('silent', { chain: silent })).toThrow(
      'backgroundTraffic: the chain has no accounts that send transactions',
    )
  }))
