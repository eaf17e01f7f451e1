import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChain } from '../../src/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import { serve } from '../../src/serve.ts'
import type { Server } from '../../src/server/serve.ts'

let network: Server
beforeAll(async () => {
  const chain = await createChain({ seed: 'left', blocks: 8, preset: 'latest' })
  network = await serve(chain, { port: 0, dev: true, dialect: 'anvil' })
})
afterAll(() => network.close())

const ask = (server: Server, method: string, ...params: unknown[]) =>
  server.request({ method, params } as never) as Promise<unknown>

it('takes no block of another branch, when the network has left that of the pinned block', async () => {
  for (let count = 0; count < 5; count++) await ask(network, 'evm_mine')
  const fork = await serve(await createFork({ rpc: network.url, block: 'latest' }), { port: 0 })
  const before = (await ask(network, 'eth_getBlockByNumber', '0xb', false)) as { hash: string }
  const read = (await ask(fork, 'eth_getBlockByNumber', '0x8', false)) as { hash: string }
  expect(read).toEqual(await ask(network, 'eth_getBlockByNumber', '0x8', false))
  await ask(network, 'anvil_reorg', 5, [])
  expect(await ask(network, 'eth_getBlockByNumber', '0xb', false)).not.toMatchObject(before)
  const { number, hash } = fork.head
  await expect(ask(fork, 'eth_getBlockByNumber', '0xb', false)).rejects.toThrow(
    `the network no longer has the pinned block ${number}, ${hash}`,
  )
  // What was read before stays.
  expect(await ask(fork, 'eth_getBlockByNumber', '0x8', false)).toEqual(read)
  await fork.close()
})

it('has the pinned block as safe and finalized until enough blocks follow', async () => {
  const fork = await serve(await createFork({ rpc: network.url, block: 6 }), { port: 0 })
  for (const tag of ['safe', 'finalized']) {
    expect(await ask(fork, 'eth_getBlockByNumber', tag, false)).toMatchObject({ number: '0x6' })
  }
  await fork.close()
})

it.each(['prefer', 'off'] as const)(
  'adds blocks without a client, with proofs: %s',
  async (proofs) => {
    const blocksOf = async () => {
      const fork = await createFork({ rpc: network.url, block: 6, proofs })
      await fork.extend(3)
      return fork
    }
    const [one, other] = await Promise.all([blocksOf(), blocksOf()])
    expect(one.tree.head.number).toBe(9)
    expect(one.tree.head.hash).toBe(other.tree.head.hash)
  },
)
