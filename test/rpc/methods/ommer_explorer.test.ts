import { expect, test } from 'vitest'
import { createChain } from '../../../src/index.ts'
import { serveInTest } from '../../support/serving.ts'
import { post, request } from '../../support/transports.ts'

test('tells what the server is, and which keys the client has shown', async () => {
  const chain = await createChain({ blocks: 24 })
  const server = await serveInTest(chain, { control: true, clientVersion: 'ommer/test' })
  const ask = (key: string) => server.endpoint(key).request({ method: 'ommer_explorer' })
  expect(await ask('dev')).toEqual({
    methods: 'all',
    dev: false,
    control: true,
    chainId: chain.chainId,
    clientVersion: 'ommer/test',
    version: '0.0.0',
    preset: chain.spec.preset,
    contracts: chain.contracts.length,
    artifacts: 0,
    forks: expect.arrayContaining([
      { name: 'london', block: 0 },
      { name: 'paris', block: expect.any(Number) },
      { name: 'osaka', timestamp: expect.any(Number) },
    ]),
    dialect: 'infura',
    dialectMethods: expect.arrayContaining(['eth_getBlockReceipts', 'eth_getTransactionByHash']),
    keys: [{ key: 'dev', dialect: 'infura' }],
  })
  expect(await ask('geth')).toMatchObject({ keys: [{ key: 'geth', dialect: 'geth' }] })
})

test('offers no moves to a page of another origin, and no control address that wants a token', async () => {
  const chain = await createChain({ blocks: 4 })
  const server = await serveInTest(chain, { dev: true, control: { token: 'secret' } })
  const ask = async (origin: string) =>
    (await post(server.url, request('ommer_explorer'), { origin })).json()
  expect(await ask('http://localhost:3000')).toMatchObject({
    result: { dev: true, control: false },
  })
  expect(await ask('https://foreign.example')).toMatchObject({
    result: { dev: false, control: false },
  })
})
