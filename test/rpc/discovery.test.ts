import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { serve as serveWithVersion } from '../../src/index.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { version } from '../../src/version.ts'
import { createTestChain } from '../support/chain.ts'
import { readDocument } from '../support/openRpc.ts'

const discover = { method: 'rpc.discover', params: [] }

let chain: Chain
let server: Server
beforeAll(async () => {
  chain = await createTestChain()
  server = await serve(chain, { port: 0 }, '1.2.3')
})
afterAll(() => server.close())

test('rpc.discover describes the service, in the dialect of the endpoint', async () => {
  const geth = server.endpoint('geth', { dialect: 'geth' })
  for (let time = 0; time < 2; time++) {
    expect(await server.request(discover)).toEqual(await readDocument({ dialect: 'infura' }))
    expect(await geth.request(discover)).toEqual(await readDocument({ dialect: 'geth' }))
  }
})

test('concurrent requests get the same answer', async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => server.request(discover)))
  for (const other of others) expect(other).toEqual(first)
})

test('takes no parameters', async () => {
  await expect(server.request({ ...discover, params: [1] })).rejects.toMatchObject({ code: -32602 })
})

test('is not a core method', async () => {
  const core = await serve(chain, { port: 0, methods: 'core' })
  await expect(core.request(discover)).rejects.toMatchObject({ code: -32601 })
  await core.close()
})

test('the package version matches', async () => {
  const served = await serveWithVersion(chain, { port: 0, clientVersion: 'Geth/v1' })
  expect(await served.request(discover)).toHaveProperty('info.version', version)
  await served.close()
})
