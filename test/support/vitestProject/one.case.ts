import { ommerFixtures } from 'ommer/vitest'
import { test as base, describe, expect } from 'vitest'

const ofWorker = base.extend(ommerFixtures())
const ofTest = base.extend(ommerFixtures({ per: 'test' }))

/** The head of the chain that this project must see. */
const HEAD = process.env.EXPECTED_HEAD as string

ofWorker('has an endpoint of its worker', async ({ ommer }) => {
  expect(ommer.key).toMatch(/^worker-\d+$/)
  expect(await ommer.request({ method: 'eth_blockNumber' })).toBe(HEAD)
  const block = await ommer.request({ method: 'eth_getBlockByNumber', params: ['0x1', false] })
  expect(block).not.toHaveProperty('totalDifficulty')
})

const urls = new Set<string>()
describe.concurrent('endpoints of their own have', () => {
  for (const count of [1, 2, 3]) {
    ofTest(`tests that run beside each other, ${count}`, async ({ ommer }) => {
      urls.add(ommer.url)
      await ommer.mine(count)
      expect(await ommer.head()).toMatchObject({ number: Number(HEAD) + count })
    })
  }
})

ofTest('and these are closed after them', async () => {
  expect(urls.size).toBe(3)
  for (const url of urls) {
    const { status } = await fetch(url, { method: 'POST' })
    expect(status).toBe(401)
  }
})

let attempts = 0
ofTest('begins anew with each attempt', { retry: 1 }, async ({ ommer }) => {
  expect(await ommer.request({ method: 'eth_blockNumber' })).toBe(HEAD)
  await ommer.reorg({ depth: 1, length: 5 })
  expect(++attempts).toBe(2)
})

ofTest('rejects with the code of JSON-RPC', async ({ ommer }) => {
  const asked = ommer.request({ method: 'eth_getBlockByNumber', params: [] })
  await expect(asked).rejects.toMatchObject({ code: -32602 })
})
