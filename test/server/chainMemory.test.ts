import { afterEach, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BYTES_MAX = 100_000

const closing: Server[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((server) => server.close()))
})

async function start(): Promise<Server> {
  const chain = await createChain({ seed: 'memory', mnemonic: TEST_MNEMONIC, blocks: 4 })
  const limits = { chainsBytes: BYTES_MAX }
  const server = await serve(chain, { port: 0, dev: true, anyKey: true, limits })
  closing.push(server)
  return server
}

const ask = (endpoint: ServedEndpoint, method: string, ...params: unknown[]) =>
  endpoint.request({ method, params })

/** Everything by which a client can make its chain larger. */
const additions: readonly (readonly [string, ...unknown[]])[] = [
  ['anvil_mine', '0x186a0'],
  ['anvil_setBalance', ALICE, '0x1'],
  ['anvil_setCode', ALICE, '0x00'],
  ['anvil_reorg', 1, []],
  ['evm_snapshot'],
  ['eth_sendTransaction', { from: ALICE, to: ALICE }],
]

const full = {
  message: expect.stringMatching(/^the blocks, code and state of this endpoint take /),
}

it('is bounded, whatever a client adds, and does not stop reads or other endpoints', async () => {
  const server = await start()
  const [one, other] = [server.endpoint('one'), server.endpoint('other')]
  await one.mine(2)
  await expect(ask(one, 'anvil_mine', '0x186a0')).rejects.toMatchObject(full)
  await ask(one, 'anvil_setCode', ALICE, `0x00${'11'.repeat(BYTES_MAX)}`).catch(() => {})
  for (const [method, ...params] of additions) {
    await expect(ask(one, method, ...params), method).rejects.toMatchObject(full)
  }
  expect(await ask(one, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  expect(await ask(one, 'eth_blockNumber')).toBe('0x6')
  await ask(other, 'eth_sendTransaction', { from: ALICE, to: ALICE })
  expect(other.head.number).toBe(5)
})

it('is free again when an endpoint and those that share its blocks are closed', async () => {
  const server = await start()
  const [one, follower] = [server.endpoint('one'), server.endpoint('follower')]
  await follower.mine(1)
  await follower.setLag({ behind: 'one', blocks: 0 })
  await expect(one.mine(1000)).rejects.toMatchObject({ code: 'OUT_OF_PRIVATE_MEMORY', ...full })
  await one.close()
  await expect(follower.mine(1000)).rejects.toMatchObject(full)
  await follower.close()
  const again = server.endpoint('again')
  await again.mine(3)
  expect(again.head.number).toBe(7)
})
