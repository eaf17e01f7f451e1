import { describe, expect, it } from 'vitest'
import { beginChain } from '../../src/chain/beginChain.ts'
import { createChainCore } from '../../src/chain/genesis/chainCore.ts'
import { fundedSigners } from '../../src/chain/genesis/fundedSigners.ts'
import { specGenesis } from '../../src/chain/genesis/specGenesis.ts'
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
  ] as const)('makes the genesis of %j that the EVM makes, and an empty tree', async (given) => {
    const spec = resolveSpec({ ...given, blocks: 0 })
    const chain = await beginChain(spec)
    const genesis = specGenesis(spec, await fundedSigners(spec), spec.rules)
    const core = await createChainCore(spec.rules, genesis)
    expect(chain.tree.head).toEqual(core.tree.head)
    expect(chain.tree.head.number).toBe(0)
    expect((await chain.states.after(chain.tree.head)).root()).toEqual(
      core.genesisBlock.state.root(),
    )
  })
})
