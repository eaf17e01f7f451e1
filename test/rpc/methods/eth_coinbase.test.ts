import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

let chain: Chain
let server: Server
beforeAll(async () => {
  chain = await createChain({ preset: 'latest', blocks: 2 })
  server = await serve(chain, { port: 0, dev: true })
})
afterAll(() => server.close())

function ask<T>(method: string, ...params: unknown[]): Promise<T> {
  return server.request({ method, params }) as Promise<T>
}

it('is that of the head, or the one that was set', async () => {
  const { miner } = await ask<{ miner: string }>('eth_getBlockByNumber', 'latest', false)
  expect(await ask('eth_coinbase')).toBe(miner)
  const other = `0x${'cb'.repeat(20)}`
  await ask('anvil_setCoinbase', other)
  expect(await ask('eth_coinbase')).toBe(other)
})

it('mines unless that is turned off', async () => {
  expect(await ask('eth_mining')).toBe(true)
  await ask('evm_setAutomine', false)
  expect(await ask('eth_mining')).toBe(false)
})

it('computes no hashes, and names a version of the protocol', async () => {
  expect(await ask('eth_hashrate')).toBe('0x0')
  expect(await ask('eth_protocolVersion')).toBe('0x45')
  expect(await ask('debug_getBadBlocks')).toEqual([])
  expect(await ask('eth_networkId')).toBe('1337')
})

it('lists namespaces', async () => {
  expect(await ask('rpc_modules')).toMatchObject({ eth: '1.0', debug: '1.0', anvil: '1.0' })
  const plain = await serve(chain, { port: 0, methods: 'all' })
  expect(await plain.request({ method: 'rpc_modules' })).not.toHaveProperty('anvil')
  await plain.close()
})
