import { afterEach, expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { readyLine } from '../../src/cli/readyLine.ts'
import { createChain, type ServeOptions, type Server, serve } from '../../src/index.ts'
import { callMethod } from '../support/callMethod.ts'
import { createTestChain } from '../support/chain.ts'

const chain = await createTestChain()

type Numbered = { readonly number: unknown }

let server: Server
afterEach(() => server.close())

async function ready(options: ServeOptions = {}, served = chain) {
  server = await serve(served, { port: 0, ...options })
  return JSON.parse(readyLine(served, server, {}))
}

it('names the addresses in both dialects', async () => {
  const { http, ws, geth } = await ready()
  expect([http, ws]).toEqual([server.url, server.wsUrl])
  const second = server.endpoint('geth')
  expect(geth).toEqual({ http: second.url, ws: second.wsUrl })
  const pending = await callMethod<Numbered>(geth.http, 'eth_getBlockByNumber', 'pending', false)
  expect(Number(pending.number)).toBe(chain.head.header.number + 1)
})

it('names the oldest contract of each role, without its ABI, and the address of all', async () => {
  const { contracts, contractsUrl } = await ready()
  const roles = [...new Set(chain.contracts.map(({ role }) => role))]
  expect(contracts).toEqual(
    roles.map((role) => {
      const { abi: _, ...rest } = chain.contract(role)
      return rest
    }),
  )
  expect(contracts.map(({ role }: { role: string }) => role)).toContain('token')
  expect(await (await fetch(contractsUrl)).json()).toEqual(chain.contracts)
})

it('names the first accounts with their keys, those of a mnemonic first', async () => {
  expect((await ready()).accounts).toEqual(chain.accounts.slice(0, 10))
  const funded = await createChain({ mnemonic: TEST_MNEMONIC, blocks: 0, accounts: 12 })
  await server.close()
  const { accounts } = await ready({}, funded)
  expect(accounts).toEqual(funded.accounts.slice(0, 20))
  expect(accounts[0].address).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
})

it('omits accounts where no keys are known', async () => {
  await ready()
  const withoutKeys = Object.create(chain, { accounts: { value: [] } })
  expect(JSON.parse(readyLine(withoutKeys, server, {}))).not.toHaveProperty('accounts')
})

it('names the root address', async () => {
  const { root } = await ready()
  expect(root).toEqual({ http: server.rootUrl, ws: server.rootWsUrl })
  expect(root.http).toBe(new URL(server.url).origin)
})

it('omits the root address where it is not served', async () => {
  expect(await ready({ host: '0.0.0.0' })).not.toHaveProperty('root')
})

it.each<ServeOptions>([{ apiKeys: ['dev'] }, { apiKeys: ['geth', 'dev'] }, { anyKey: true }])(
  'omits addresses in the dialect geth without a second default key: %j',
  async (options) => {
    const line = await ready(options)
    expect(line).not.toHaveProperty('geth')
    expect(line).not.toHaveProperty('root')
  },
)
