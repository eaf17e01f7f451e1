import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'

const FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

/** Returns one byte of code. */
const CREATION = '60fe5f5360015ff3'
const SALT = '00'.repeat(32)

describe('genesis', () => {
  it('has a factory that creates contracts at the same address on every chain (EIP-7997)', async () => {
    const chain = await createChain({ preset: 'amsterdam', blocks: 0 })
    const [alice] = chain.accounts as [Account]
    const [block] = await chain.build(1, (author) =>
      author.add({ from: alice, to: FACTORY, data: `0x${SALT}${CREATION}`, gas: 1_000_000n }),
    )
    const code = toHex(keccak256(Buffer.from(CREATION, 'hex'))).slice(2)
    const preimage = `ff${FACTORY.slice(2)}${SALT}${code}`
    const created = toHex(keccak256(Buffer.from(preimage, 'hex')).subarray(12))
    expect(block?.receipts[0]?.status).toBe(1)
    expect((await chain.account(created)).code).toBe('0xfe')
  })

  it('has the excess blob gas of the spec, from which the price of blob gas follows', async () => {
    const chain = await createChain({ preset: 'latest', blocks: 0, excessBlobGas: 0 })
    expect(chain.head.header.excessBlobGas).toBe(0n)
    const usual = await createChain({ preset: 'latest', blocks: 0 })
    expect(usual.head.header.excessBlobGas).toBeGreaterThan(0n)
  })

  it.each([0, 1, 6, 7, 8, 1_000_000_000, 10 ** 15])(
    'has a base fee after which the first block has %d wei per gas',
    async (baseFee) => {
      const chain = await createChain({ preset: 'latest', blocks: 1, accounts: 0, baseFee })
      expect(chain.head.header.baseFeePerGas).toBe(BigInt(baseFee))
    },
  )

  it('has it only where Amsterdam is scheduled', async () => {
    const addresses = async (forks: Record<string, number>) => {
      const chain = await createChain({ preset: 'latest', blocks: 0, forks })
      return chain.contracts.map(({ address }) => address)
    }
    expect(await addresses({ bpo2: 0, amsterdam: 100, paris: 0 })).toContain(FACTORY)
    expect(await addresses({ bpo2: 0, paris: 0 })).not.toContain(FACTORY)
  })
})
