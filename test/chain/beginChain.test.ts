import { describe, expect, it } from 'vitest'
import { beginChain } from '../../src/chain/beginChain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { resolveSpec } from '../../src/chain/spec/spec.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'

describe('beginChain', () => {
  it.each([
    { preset: 'history' },
    { preset: 'eras' },
    { preset: 'pow', mnemonic: MNEMONIC },
    {
      preset: 'latest',
      accounts: 0,
      create2Factory: true,
      excessBlobGas: 0,
      baseFee: 1_000_000_000,
    },
    { preset: 'amsterdam', genesisTime: 1_900_000_000 },
    { forks: { london: 0, shanghai: 4 } },
    { forks: { prague: 0 }, chainId: 31_337 },
  ] as const)('makes the chain of %j that the generator makes', async (spec) => {
    const [one, other] = await Promise.all([
      beginChain(resolveSpec({ ...spec, blocks: 0 })),
      createChain({ ...spec, blocks: 0 }),
    ])
    expect(one.tree.head).toEqual(other.tree.head)
    expect(one.accounts).toEqual(other.accounts)
    await Promise.all([one.extend(3), other.extend(3)])
    expect(one.tree.head.hash).toBe(other.tree.head.hash)
  })
})
