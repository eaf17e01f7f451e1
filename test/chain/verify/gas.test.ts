import { createBlockHeader } from '@ethereumjs/block'
import { Common, Mainnet } from '@ethereumjs/common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedBaseFee } from '../../../src/chain/verify/gas.ts'

describe('expectedBaseFee', () => {
  it('equals that of stock @ethereumjs', () => {
    const common = new Common({ chain: Mainnet, hardfork: 'london' })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 5000n, max: 100_000_000n }),
        fc.bigInt({ min: 0n, max: 1000n }),
        fc.oneof(fc.bigInt({ min: 0n, max: 100n }), fc.bigInt({ min: 0n, max: 10n ** 15n })),
        (gasLimit, usedPerMille, baseFeePerGas) => {
          const gasUsed = (gasLimit * usedPerMille) / 1000n
          const parent = createBlockHeader(
            { number: 20_000_000n, gasLimit, gasUsed, baseFeePerGas },
            { common, skipConsensusFormatValidation: true },
          )
          expect(expectedBaseFee({ gasLimit, gasUsed, baseFeePerGas })).toBe(
            parent.calcNextBaseFee(),
          )
        },
      ),
    )
  })

  it('starts at 1 gwei', () => {
    const parent = { gasLimit: 5000n, gasUsed: 0n, baseFeePerGas: undefined }
    expect(expectedBaseFee(parent)).toBe(1_000_000_000n)
  })
})
