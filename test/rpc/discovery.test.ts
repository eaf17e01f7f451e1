import { expect, test } from 'vitest'
import { serve } from '../../src/index.ts'
import { version } from '../../src/version.ts'
import { createTestChain } from '../support/chain.ts'
import { readDocument } from '../support/openRpc.ts'
import { serveForTests } from '../support/serving.ts'

const discover = { method: 'rpc.discover', params: [] }

const { server, chain } = await serveForTests(await createTestChain())

test('rpc.discover describes the service, in the dialect of the endpoint', async () => {
  const geth = server.endpoint('geth', { dialect: 'geth' })
  const document = (dialect: 'infura' | 'geth') => readDocument({ dialect, version: '0.0.0' })
  for (let time = 0; time < 2; time++) {
    expect(await server.request(discover)).toEqual(await document('infura'))
    expect(await geth.request(discover)).toEqual(await document('geth'))
  }
})

test.each(['eth_subscribe', 'eth_unsubscribe'])('does not describe %s', async (method) => {
  expect(JSON.stringify(await server.request(discover))).not.toContain(method)
})

test('concurrent requests get the same answer', async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => server.request(discover)))
  for (const other of others) expect(other).toEqual(first)
})

test('takes no parameters', async () => {
  await expect(server.request({ ...discover, params: [1] })).rejects.toMatchObject({ code: -32602 })
})

test('the package version matches', async () => {
  const served = await serve(chain, { port: 0, clientVersion: 'Geth/v1' })
  expect(await served.request(discover)).toHaveProperty('info.version', version)
  await served.close()
})
