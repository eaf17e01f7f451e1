import { afterAll, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { serve } from '../../../src/server/serve.ts'

const server = await serve(await createChain({ preset: 'latest', blocks: 1 }), {
  port: 0,
  dev: true,
})
afterAll(() => server.close())

const address = `0x${'cc'.repeat(20)}` as const

function balance(): Promise<unknown> {
  return server.request({ method: 'eth_getBalance', params: [address, 'latest'] })
}

it('adds to what an account has', async () => {
  await server.addBalance(address, 5n)
  await server.request({ method: 'anvil_addBalance', params: [address, '0x2'] })
  expect(await balance()).toBe('0x7')
})

it('refuses a sum of more than 32 bytes', async () => {
  const added = server.addBalance(address, 2n ** 256n - 7n)
  await expect(added).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(await balance()).toBe('0x7')
})
