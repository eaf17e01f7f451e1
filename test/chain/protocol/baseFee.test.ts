import { describe, expect, test } from 'vitest'
import { baseFeeAfter } from '../../../src/chain/protocol/baseFee.ts'
import { isAtLeast } from '../../../src/chain/protocol/forks.ts'
import { presetNames } from '../../../src/chain/spec/presets.ts'
import { officialChain, sharedChain } from '../../support/chain.ts'
import { headersOf } from '../../support/headersOf.ts'

describe('the base fee after a block', () => {
  test.each(presetNames)('is that of the next block in %s', async (preset) => {
    const chain = await sharedChain({ preset, blocks: 72, seed: 'fees' })
    const headers = headersOf(chain)
    for (const [index, { header, fork }] of headers.slice(1).entries()) {
      if (!isAtLeast(fork, 'london')) continue
      const { header: parent } = headers[index] as { header: typeof header }
      expect(baseFeeAfter(parent)).toBe(header.baseFeePerGas)
    }
  })

  test('is that of the next block in a chain that geth created', async () => {
    const headers = headersOf(await officialChain()).map(({ header }) => header)
    const london = headers.filter(({ baseFeePerGas }) => baseFeePerGas !== undefined)
    expect(london).toHaveLength(28)
    for (const header of london) {
      const parent = headers[header.number - 1]
      expect(parent && baseFeeAfter(parent)).toBe(header.baseFeePerGas)
    }
  })

  // EIP-1559: by an eighth at most, and by at least 1 upwards.
  test.each([
    [100n, 50n, 1000n, 1000n],
    [100n, 100n, 1000n, 1125n],
    [100n, 0n, 1000n, 875n],
    [100n, 51n, 7n, 8n],
    [100n, 49n, 7n, 7n],
    [101n, 51n, 800n, 802n],
  ])(
    'of %d gas, of which %d are used, at %d is %d',
    (gasLimit, gasUsed, baseFeePerGas, expected) => {
      expect(baseFeeAfter({ gasLimit, gasUsed, baseFeePerGas })).toBe(expected)
    },
  )
})
