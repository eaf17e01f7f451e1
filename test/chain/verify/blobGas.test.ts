import { createBlockHeader, paramsBlock } from '@ethereumjs/block'
import { Common, Mainnet } from '@ethereumjs/common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blobBaseFee,
  blobGasMax,
  expectedExcessBlobGas,
  GAS_PER_BLOB,
} from '../../../src/chain/verify/blobGas.ts'
import { ActiveForks } from '../../../src/chain/verify/protocol.ts'

const forks = ['cancun', 'prague', 'osaka', 'bpo1', 'bpo2'] as const

describe('blob gas', () => {
  it('equals that of stock @ethereumjs, across fork boundaries too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forks),
        fc.integer({ min: 0, max: 1 }),
        fc.bigInt({ min: 0n, max: 200_000_000n }),
        fc.bigInt({ min: 0n, max: 6n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (fork, step, excessBlobGas, blobs, baseFeePerGas) => {
          const parentFork = forks[Math.max(0, forks.indexOf(fork) - step)] ?? fork
          const fields = { excessBlobGas, blobGasUsed: blobs * GAS_PER_BLOB, baseFeePerGas }
          const parent = createBlockHeader(
            { number: 30_000_000n, ...fields },
            { common: new Common({ chain: Mainnet, hardfork: parentFork }) },
          )
          const common = new Common({ chain: Mainnet, hardfork: fork })
          common.updateParams(paramsBlock)
          const active = new ActiveForks(fork)
          const excess = parent.calcNextExcessBlobGas(common)
          expect(expectedExcessBlobGas(fields, active)).toBe(excess)
          expect(blobBaseFee(excess, active)).toBe(parent.calcNextBlobGasPrice(common))
          expect(blobGasMax(active)).toBe(common.getBlobGasSchedule().maxBlobGasPerBlock)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('has no excess in the first block of Cancun', () => {
    const parent = { excessBlobGas: undefined, blobGasUsed: undefined, baseFeePerGas: 7n }
    expect(expectedExcessBlobGas(parent, new ActiveForks('cancun'))).toBe(0n)
  })

  it('has a price above all fees when the excess is out of range', () => {
    const price = blobBaseFee(2n ** 64n - 1n, new ActiveForks('cancun'))
    expect(price).toBeGreaterThan(2n ** 256n)
  })
})
