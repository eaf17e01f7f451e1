import { test as base, expect } from 'vitest'
import { ommerFixtures } from '../../../src/vitest.ts'

const ofWorker = base.extend(ommerFixtures())
const ofTest = base.extend(ommerFixtures({ per: 'test' }))

ofWorker('has an endpoint of its worker', async ({ ommer }) => {
  expect(ommer.key).toMatch(/^worker-[12]$/)
  expect(await ommer.request({ method: 'eth_blockNumber' })).toBe('0x3')
  const block = await ommer.request({ method: 'eth_getBlockByNumber', params: ['0x1', false] })
  expect(block).not.toHaveProperty('totalDifficulty')
})

const keys = new Set<string>()
for (const name of ['first', 'second']) {
  ofTest(`has an endpoint of the ${name} test`, async ({ ommer }) => {
    keys.add(ommer.key)
    expect(keys.size).toBe(name === 'first' ? 1 : 2)
    expect(await ommer.request({ method: 'eth_chainId' })).toBe('0x539')
  })
}

ofTest('rejects with the code of JSON-RPC', async ({ ommer }) => {
  const asked = ommer.request({ method: 'eth_getBlockByNumber', params: [] })
  await expect(asked).rejects.toMatchObject({ code: -32602 })
})
