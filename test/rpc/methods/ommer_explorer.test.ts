import { expect, test } from 'vitest'
import { createChain } from '../../../src/index.ts'
import { serve } from '../../../src/server/serve.ts'

test('tells what the server is, and which keys the client has shown', async () => {
  const chain = await createChain({ blocks: 24 })
  const server = await serve(chain, { port: 0, control: true, clientVersion: 'ommer/test' })
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
  await server.close()
})

test('offers no moves to a page of another origin, and no control address that wants a token', async () => {
  const chain = await createChain({ blocks: 4 })
  const server = await serve(chain, { port: 0, dev: true, control: { token: 'secret' } })
  const ask = async (origin: string) => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ommer_explorer', params: [] }),
    })
    return ((await response.json()) as { readonly result: object }).result
  }
  expect(await ask('http://localhost:3000')).toMatchObject({ dev: true, control: false })
  expect(await ask('https://foreign.example')).toMatchObject({ dev: false, control: false })
  await server.close()
})
