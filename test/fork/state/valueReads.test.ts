import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { createFork } from '../../../src/createFork.ts'
import { serve } from '../../../src/serve.ts'
import type { Server } from '../../../src/server/serve.ts'
import { startFaultyNode } from '../../support/faultyNode.ts'
import { askOverHttp } from '../../support/transports.ts'

let network: Server
let token: string
beforeAll(async () => {
  const chain = await createChain({ seed: 'values', blocks: 4 })
  token = chain.contract('token').address
  network = await serve(chain, { port: 0 })
  return () => network.close()
})

it.each([
  [
    'eth_getStorageAt',
    `0x${'ff'.repeat(64)}`,
    /^the forked network: .*slot 0x0+ of 0x\w+ has over 32 bytes/,
  ],
  [
    'eth_getBalance',
    `0x${'f'.repeat(80)}`,
    /^the forked network: .*the balance or nonce of 0x\w+ is no valid quantity/,
  ],
  [
    'eth_getTransactionCount',
    `0x${'f'.repeat(17)}`,
    /^the forked network: .*the balance or nonce of 0x/,
  ],
  ['eth_getCode', '0x123', /^the forked network: .*the code of 0x\w+: the node has sent no bytes/],
])('refuses an answer to %s that is no value', async (method, result, message) => {
  const node = await startFaultyNode(network.url)
  onTestFinished(() => node.close())
  const chain = await createFork({ rpc: node.url, block: 3, proofs: 'off', retries: 0 })
  const server = await serve(chain, { port: 0 })
  onTestFinished(() => server.close())
  node.fault = (asked) =>
    asked.method === method
      ? { body: JSON.stringify({ jsonrpc: '2.0', id: asked.id, result }) }
      : undefined
  const more = method === 'eth_getStorageAt' ? ['0x0'] : []
  expect(await askOverHttp(server.url, method, token, ...more, 'latest')).toMatchObject({
    message: expect.stringMatching(message),
  })
})

it('reads slots of an account without code, which it may have written while it had some', async () => {
  const chain = await createChain({ seed: 'values', blocks: 4, preset: 'latest' })
  const dev = await serve(chain, { port: 0, dev: true })
  onTestFinished(() => dev.close())
  const { address } = chain.accounts[0] as (typeof chain.accounts)[0]
  await dev.request({ method: 'eth_sendTransaction', params: [{ from: address, to: address }] })
  await dev.setStorageAt(address, 5n, 77n)
  await dev.mine()
  const block = dev.head.number
  const fork = await serve(await createFork({ rpc: dev.url, block, proofs: 'off' }), { port: 0 })
  onTestFinished(() => fork.close())
  expect(await askOverHttp(fork.url, 'eth_getStorageAt', address, '0x5', 'latest')).toBe(
    `0x${'4d'.padStart(64, '0')}`,
  )
})
