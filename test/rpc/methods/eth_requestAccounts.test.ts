import { createWalletClient, custom } from 'viem'
import { afterAll, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

const servers: Server[] = []
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
})

async function clientOf(options: { readonly dev?: boolean }) {
  const server = await serve(await createChain({ preset: 'latest', blocks: 1 }), {
    port: 0,
    ...options,
  })
  servers.push(server)
  return createWalletClient({ transport: custom(server) })
}

it('lists the accounts that the server signs for', async () => {
  const wallet = await clientOf({ dev: true })
  const accounts = await wallet.requestAddresses()
  expect(accounts.length).toBeGreaterThan(0)
  expect(accounts).toEqual(await wallet.getAddresses())
})

it('lists none without dev', async () => {
  expect(await (await clientOf({})).requestAddresses()).toEqual([])
})
