import { expect, it } from 'vitest'
import { serveForTests, serveInTest } from '../../support/serving.ts'

const { chain, ask } = await serveForTests({ preset: 'latest', blocks: 2 }, { dev: true })

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
  expect(await ask('rpc_modules')).toMatchObject({ eth: '1.0', debug: '1.0', evm: '1.0' })
  const plain = await serveInTest(chain, { methods: 'all' })
  expect(await plain.request({ method: 'rpc_modules' })).not.toHaveProperty('evm')
})
