import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { requireFeasibleTraffic } from '../../src/chain/generate/traffic/requireFeasibleTraffic.ts'
import { trafficKinds } from '../../src/chain/generate/traffic/trafficRegistry.ts'
import { presetNames } from '../../src/chain/spec/presets.ts'
import { type ChainSpec, resolveSpec, SpecError } from '../../src/chain/spec/spec.ts'
import { acceptAll } from '../support/acceptAll.ts'
import { blocksOf } from '../support/chain.ts'
import { forksFrom } from '../support/forksFrom.ts'
import { repeated, sized } from '../support/sized.ts'

/** Little traffic for tests of forks; at full size the default traffic. */
const traffic: ChainSpec = sized({ transactionsPerBlock: [0, 2] }, {})

describe('stock @ethereumjs', () => {
  it('accepts preset pow, block by block and uncle by uncle', async () => {
    const size: ChainSpec = sized({ blocks: 24, uncleRate: [1, 2] }, { blocks: 64 })
    const chain = await createChain({ ...traffic, ...size, seed: 'stock', preset: 'pow' })
    await acceptAll(chain)
    const uncles = blocksOf(chain).flatMap((block) => block.uncles)
    expect(uncles.length).toBeGreaterThan(8)
  })

  it.each([
    ['history', sized({ forks: forksFrom('grayGlacier', 3), blocks: 27 }, { blocks: 96 })],
    ['eras', sized({ forks: forksFrom('chainstart', 2), blocks: 42 }, { blocks: 120 })],
    ['latest', { blocks: sized(16, 48) }],
    ['amsterdam', { blocks: sized(16, 48) }],
  ] as const)('accepts preset %s across all forks', async (preset, spec) => {
    await acceptAll(await createChain({ ...traffic, seed: 'stock', preset, ...spec }))
  })

  it('accepts chains of any seed, traffic and gas limit', async () => {
    const weights = Object.fromEntries(
      Object.keys(trafficKinds).map((name) => [name, fc.integer({ min: 0, max: 20 })]),
    )
    await fc.assert(
      fc.asyncProperty(
        fc
          .record(
            {
              seed: fc.integer(),
              preset: fc.constantFrom(...presetNames),
              traffic: fc.record(weights, { requiredKeys: [] }),
              transactionsPerBlock: fc.constantFrom<[number, number]>([0, 4], [3, 3], [20, 40]),
              gasLimit: fc.constantFrom(1_000_000, 6_000_000, 60_000_000),
              accounts: fc.integer({ min: 2, max: 30 }),
              uncleRate: fc.constantFrom<[number, number]>([0, 1], [1, 2], [1, 1]),
              blockSeconds: fc.constantFrom<[number, number]>([1, 1], [1, 26], [12, 14]),
            },
            { requiredKeys: ['seed', 'preset', 'traffic'] },
          )
          // Weights at random switch off, one time in three, what deploys a contract that they want to be called.
          .filter(isPossible),
        async (spec) => {
          await acceptAll(await createChain({ ...spec, blocks: 8 }))
        },
      ),
      { numRuns: repeated(1, 10) },
    )
  })
})

function isPossible(spec: ChainSpec): boolean {
  try {
    requireFeasibleTraffic(resolveSpec(spec))
    return true
  } catch (error) {
    if (error instanceof SpecError) return false
    throw error
  }
}
