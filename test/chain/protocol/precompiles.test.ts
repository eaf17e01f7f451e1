import { getActivePrecompiles } from '@ethereumjs/evm'
import { expect, test } from 'vitest'
import { createCommon } from '../../../src/chain/protocol/common.ts'
import { forkNames } from '../../../src/chain/protocol/forks.ts'
import { precompilesOf } from '../../../src/chain/protocol/precompiles.ts'

test.each(forkNames)('are those of the EVM in %s', (fork) => {
  const forks = forkNames.slice(0, forkNames.indexOf(fork) + 1).map((name) => ({
    name,
    at: { block: 0 },
  }))
  const common = createCommon({ chainId: 1, genesisTimestamp: 0, forks }, fork)
  const addresses = [...getActivePrecompiles(common).keys()].map((address) => `0x${address}`)
  expect(Object.values(precompilesOf(fork)).sort()).toEqual(addresses.sort())
})

test('have names in alphabetical order', () => {
  const names = Object.keys(precompilesOf('bpo2'))
  expect(names).toEqual([...names].sort())
  expect(names).toHaveLength(18)
})
