import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { Server } from '../../src/server/serve.ts'
import { serveInTest } from '../support/serving.ts'

async function start(dev: boolean): Promise<Server> {
  const chain = await createChain({ seed: 'private chains', blocks: 6, preset: 'latest' })
  return serveInTest(chain, { dev, anyKey: true })
}

const blockOf = (server: Server, key: string, hash: string) =>
  server.endpoint(key).request({ method: 'eth_getBlockByHash', params: [hash, false] })

describe('blocks that an endpoint adds', () => {
  it('are unknown to other endpoints with `dev`', async () => {
    const server = await start(true)
    await server.endpoint('a').reorg({ depth: 2 })
    const { hash } = server.endpoint('a').head
    expect(await blockOf(server, 'a', hash)).toMatchObject({ hash })
    expect(server.endpoint('a').truth().at(-1)?.hash).toBe(hash)
    expect(await blockOf(server, 'b', hash)).toBeNull()
    const state = server.endpoint('b').request({
      method: 'eth_getBalance',
      params: [`0x${'11'.repeat(20)}`, { blockHash: hash }],
    })
    await expect(state).rejects.toMatchObject({
      code: -32000,
      message: 'header for hash not found',
    })
  })

  it('can be read by all endpoints without `dev`', async () => {
    const server = await start(false)
    await server.endpoint('a').reorg({ depth: 2 })
    const { hash } = server.endpoint('a').head
    expect(await blockOf(server, 'b', hash)).toMatchObject({ hash })
  })

  it('are the same for the same moves', async () => {
    const server = await start(true)
    for (const key of ['a', 'b']) await server.endpoint(key).reorg({ depth: 2, length: 3 })
    expect(server.endpoint('b').head).toEqual(server.endpoint('a').head)
  })

  it('are shared with endpoints that lag behind, from the start or later', async () => {
    const server = await start(true)
    await server.endpoint('a').reorg({ depth: 2, length: 3 })
    const { hash } = server.endpoint('a').head
    server.endpoint('replica', { lag: { behind: 'a', blocks: 1 } })
    await server.endpoint('b').mine()
    await server.endpoint('b').setLag({ behind: 'a', blocks: 2 })
    expect(await blockOf(server, 'replica', hash)).toMatchObject({ hash })
    expect(await blockOf(server, 'b', hash)).toMatchObject({ hash })
    expect(server.endpoint('b').head.number).toBe(server.endpoint('a').head.number - 2)
  })

  it('are forgotten when the endpoint is closed', async () => {
    const server = await start(true)
    await server.endpoint('a').reorg({ depth: 2 })
    const { hash } = server.endpoint('a').head
    await server.endpoint('a').close()
    expect(await blockOf(server, 'a', hash)).toBeNull()
  })

  it('have contracts that only their endpoint lists', async () => {
    const chain = await createChain({ seed: 'contracts', blocks: 1, preset: 'latest' })
    const server = await serveInTest(chain, {
      dev: true,
      anyKey: true,
      backgroundTraffic: true,
    })
    await server.endpoint('a').mine(6)
    const contractsOf = async (key: string) =>
      (await (await fetch(server.endpoint(key).contractsUrl)).json()) as unknown[]
    const [own, others] = [await contractsOf('a'), await contractsOf('b')]
    expect(own.length).toBeGreaterThan(others.length)
  })
})
