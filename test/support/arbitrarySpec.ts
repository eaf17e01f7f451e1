import fc from 'fast-check'
import { forkNames } from '../../src/chain/protocol/forks.ts'
import { presetNames } from '../../src/chain/spec/presets.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'

/** Forks in order of their blocks, some omitted; the last may be above the chain's head. */
const arbitraryForks = fc
  .array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: forkNames.length - 1 })
  .map((steps) => {
    let block = 0
    const choices = steps.map((step, index): [string, number] => {
      block += step
      return [forkNames[index + 1] as string, block]
    })
    return Object.fromEntries(choices.filter((_, index) => steps[index] !== 1))
  })

/** Specs of all presets and custom fork schedules; the chains are short, because a property creates many. */
export const arbitrarySpec: fc.Arbitrary<ChainSpec> = fc.record(
  {
    seed: fc.oneof(fc.string({ minLength: 1 }), fc.integer()),
    blocks: fc.integer({ min: 0, max: 24 }),
    preset: fc.constantFrom(...presetNames),
    forks: arbitraryForks,
    transactionsPerBlock: fc.constantFrom<readonly [number, number]>([0, 3], [1, 6]),
    gasLimit: fc.constantFrom(2_000_000, 6_000_000),
    accounts: fc.integer({ min: 2, max: 5 }),
    chainId: fc.constantFrom(1, 1337, 2 ** 48),
    finality: fc.constantFrom({ safe: 2, finalized: 6 }, { safe: 32, finalized: 64 }),
  },
  { requiredKeys: ['seed', 'blocks'] },
)
