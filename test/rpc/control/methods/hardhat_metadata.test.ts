import { afterEach, beforeEach, expect, it } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import { type Server, serve } from '../../../../src/server/serve.ts'

let server: Server
beforeEach(async () => {
  const chain = await createChain({ seed: 'metadata', blocks: 4 })
  server = await serve(chain, { port: 0, dev: true, anyKey: true, clientVersion: 'test/1' })
})
afterEach(() => server.close())

const ask = (method: string, key = 'a') =>
  server.endpoint(key).request({ method }) as Promise<Record<string, unknown>>

it('says where the endpoint stands', async () => {
  const first = server.endpoint('a').head
  await server.endpoint('a').snapshot()
  await server.endpoint('a').mine(2)
  const { head } = server.endpoint('a')
  const expected = {
    clientVersion: 'test/1',
    chainId: 1337,
    instanceId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    latestBlockNumber: 6,
    latestBlockHash: head.hash,
  }
  expect(await ask('hardhat_metadata')).toEqual(expected)
  const snapshots = { '0x1': [4, first.hash] }
  expect(await ask('anvil_metadata')).toEqual({ ...expected, snapshots })
})

it('has an id for each run, which a reset changes', async () => {
  const { instanceId } = await ask('hardhat_metadata')
  expect((await ask('anvil_metadata')).instanceId).toBe(instanceId)
  expect((await ask('hardhat_metadata', 'b')).instanceId).not.toBe(instanceId)
  await server.endpoint('a').reset()
  expect((await ask('hardhat_metadata')).instanceId).not.toBe(instanceId)
})
