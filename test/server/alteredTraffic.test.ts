import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { ask, serveInTest } from '../support/serving.ts'
import { repeated } from '../support/sized.ts'

const HIGHEST = `0x${'f'.repeat(64)}`
const NONCE_MAX = '0x1fffffffffffff'

const MINER = `0x${'c0'.repeat(20)}`

const chains = await Promise.all(
  (['pow', 'latest'] as const).map((preset) =>
    createChain({ seed: 'altered', blocks: 12, preset }),
  ),
)

/** The accounts and contracts whose state tests can write. */
function writable({ accounts, contracts }: Chain): Hex[] {
  return [...accounts, ...contracts.filter(({ role }) => role !== 'system')].map(
    ({ address }) => address,
  )
}

const start = (chain: Chain) => serveInTest(chain, { dev: true, backgroundTraffic: true })

type Change = readonly [method: string, ...values: string[]]

/** What tests can write to an account, with the values at which the protocol changes its mind. */
const arbitraryChange: fc.Arbitrary<Change> = fc.constantFrom(
  ['anvil_setBalance', '0x0'],
  ['anvil_setBalance', HIGHEST],
  ['anvil_setNonce', NONCE_MAX],
  ['anvil_setNonce', '0x1ffffffffffffe'],
  ['anvil_setNonce', '0x0'],
  ['anvil_setCode', '0xfe'],
  ['anvil_setCode', '0x5b600056'],
  ['anvil_setCode', `0xef0100${'11'.repeat(20)}`],
  ['anvil_setStorageAt', '0x0', HIGHEST],
)

async function expectBlocks(endpoint: ServedEndpoint): Promise<void> {
  const { number } = endpoint.head
  expect(await ask(endpoint, 'eth_getBlockByNumber', 'pending', false)).not.toBeNull()
  await ask(endpoint, 'anvil_mine', '0x3')
  expect(endpoint.head.number).toBe(number + 3)
}

describe.each(chains)('where tests have written state', (chain) => {
  it.each<[name: string, change: Change]>([
    ['code', ['anvil_setCode', '0x00']],
    ['the highest nonce', ['anvil_setNonce', NONCE_MAX]],
    ['the highest balance', ['anvil_setBalance', HIGHEST]],
  ])('blocks are built if all senders have %s', async (_, [method, value]) => {
    const endpoint = await start(chain)
    for (const { address } of chain.accounts) await ask(endpoint, method, address, value)
    await expectBlocks(endpoint)
  })

  it('a balance that fees or rewards make too high wraps', async () => {
    const endpoint = await start(chain)
    await ask(endpoint, 'anvil_setCoinbase', MINER)
    await ask(endpoint, 'anvil_setBalance', MINER, HIGHEST)
    await expectBlocks(endpoint)
    const balance = BigInt(await ask<Hex>(endpoint, 'eth_getBalance', MINER, 'latest'))
    expect(balance).toBeLessThan(2n ** 128n)
  })

  it('blocks are built whatever they have written', async () => {
    const arbitraryAddress = fc.constantFrom(...writable(chain))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(arbitraryAddress, arbitraryChange), { minLength: 1, maxLength: 40 }),
        async (changes) => {
          const endpoint = await start(chain)
          for (const [address, [method, ...values]] of changes) {
            await ask(endpoint, method, address, ...values)
          }
          await expectBlocks(endpoint)
          await endpoint.close()
        },
      ),
      { numRuns: repeated(4, 200) },
    )
  })
})
