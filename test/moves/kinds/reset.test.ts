import { afterEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { EndpointOptions } from '../../../src/server/endpointOptions.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'

let server: Server
const chain = await createChain({ seed: 'reset', blocks: 12, preset: 'latest' })
afterEach(() => server.close())

async function start(): Promise<Server> {
  server = await serve(chain, { port: 0 })
  return server
}

const block = (on: ServedEndpoint, tag: string) =>
  on.request({ method: 'eth_getBlockByNumber', params: [tag, false] })

const tags = (on: ServedEndpoint) =>
  Promise.all(['latest', 'safe', 'finalized', 'pending'].map((tag) => block(on, tag)))

describe('an endpoint returns to what it was when it was created', () => {
  it.each([
    {},
    { head: 6 },
    { lag: { behind: 'dev', blocks: 2 } },
    { finality: { safe: 1, finalized: 3 } },
    { head: 6, finality: 'absent' as const },
    { lag: { behind: 'dev', blocks: 2 }, finality: 'stalled' as const },
  ] satisfies EndpointOptions[])('with the options %j', async (options) => {
    await start()
    const one = server.endpoint('one', options)
    const before = await tags(one)
    await one.reorg({ depth: 1, length: 4, force: true })
    await one.setFinality({ safe: 0, finalized: 0 })
    await one.setBlockTimestampInterval(99)
    await one.increaseTime(1000)
    await one.setLag(undefined)
    expect(await tags(one)).not.toEqual(before)
    await one.reset()
    expect(await tags(one)).toEqual(before)
    await one.reset()
    expect(await tags(one)).toEqual(before)
  })
})

it('follows the chain or its leader again', async () => {
  const growing = await createChain({ seed: 'grows', blocks: 4, preset: 'latest' })
  server = await serve(growing, { port: 0 })
  const behind = server.endpoint('behind', { lag: { behind: 'dev', blocks: 1 } })
  await server.mine(3)
  await behind.rollback(2)
  await server.reset()
  await behind.reset()
  await growing.extend(2)
  expect([server.head.number, behind.head.number]).toEqual([6, 5])
})

it('makes another block of the main branch the head', async () => {
  await start()
  await server.reorg({ depth: 2 })
  await server.reset(5)
  expect(server.head).toEqual({ number: 5, hash: chain.blockByNumber(5)?.hash })
  const there = await server.snapshot()
  await expect(server.reset(13)).rejects.toMatchObject({ code: 'NO_SUCH_BLOCK' })
  await expect(server.reset(-1)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(server.head.number).toBe(5)
  await server.reset()
  expect(server.head.number).toBe(12)
  expect(await server.revert(there)).toBe(true)
  expect(server.head.number).toBe(5)
})

it('does not make two endpoints lag behind each other', async () => {
  await start()
  const follower = server.endpoint('follower', { lag: { behind: 'dev', blocks: 1 } })
  await follower.rollback(1)
  await server.setLag({ behind: 'follower', blocks: 1 })
  const { head } = follower
  await expect(follower.reset()).rejects.toMatchObject({ code: 'LAG_LOOP' })
  expect(follower.head).toEqual(head)
})

it('announces the blocks that it adds', async () => {
  await start()
  await server.request({ method: 'eth_subscribe', params: ['newHeads'] })
  await server.rollback(2)
  const numbers: string[] = []
  const notified = new Promise<void>((resolve) => {
    server.on('message', ({ data }) => {
      numbers.push((data.result as { number: string }).number)
      if (numbers.length === 2) resolve()
    })
  })
  await server.reset()
  await notified
  expect(numbers).toEqual(['0xb', '0xc'])
})
