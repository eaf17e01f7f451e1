import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BlobLimits,
  blobBaseFee,
  blobLimits,
  excessBlobGasAfter,
} from '../../../src/chain/protocol/blobGas.ts'
import { type ForkName, forkNames, isAtLeast } from '../../../src/chain/protocol/forks.ts'
import * as verified from '../../../src/chain/verify/blobGas.ts'
import { ActiveForks } from '../../../src/chain/verify/protocol.ts'

const withBlobs = forkNames.filter((fork) => isAtLeast(fork, 'cancun'))
const limitsOf = (fork: ForkName) => blobLimits(fork) as BlobLimits

describe('blobs', () => {
  test('have no limits before Cancun', () => {
    const without = forkNames.filter((fork) => blobLimits(fork) === undefined)
    expect(without).toEqual(forkNames.filter((fork) => !isAtLeast(fork, 'cancun')))
  })

  const blobGas = fc.bigInt({ min: 0n, max: 2n ** 30n })
  const fee = fc.bigInt({ min: 0n, max: 2n ** 60n })

  test('have the excess that the independent verifier expects', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...withBlobs),
        blobGas,
        blobGas,
        fee,
        (fork, one, other, base) => {
          const parent = { blobGasUsed: one, excessBlobGas: other, baseFeePerGas: base }
          const expected = verified.expectedExcessBlobGas(parent, new ActiveForks(fork))
          expect(excessBlobGasAfter(parent, fork, limitsOf(fork))).toBe(expected)
        },
      ),
    )
  })

  test('have the price that the independent verifier computes, however high the excess', () => {
    const excess = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    fc.assert(
      fc.property(fc.constantFrom(...withBlobs), fc.oneof(blobGas, excess), (fork, blobs) => {
        const expected = verified.blobBaseFee(blobs, new ActiveForks(fork))
        expect(blobBaseFee(blobs, limitsOf(fork))).toBe(expected)
      }),
    )
  })
})
