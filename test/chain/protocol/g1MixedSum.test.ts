import { bls12_381 } from '@noble/curves/bls12-381.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mixedSum } from '../../../src/chain/protocol/g1MixedSum.ts'
import { repeated } from '../../support/sized.ts'

const { Point: G1 } = bls12_381.G1

const factors = fc.array(fc.bigInt(1n, 2n ** 64n), { maxLength: 6 })

it('is the sum that noble computes', () => {
  // Far above all sums of the others.
  const first = G1.BASE.multiply(2n ** 200n)
  fc.assert(
    fc.property(factors, (all) => {
      const others = all.map((factor) => G1.BASE.multiply(factor))
      const sum = others.reduce((one, other) => one.add(other), first).toAffine()
      expect(
        mixedSum(
          first.toAffine(),
          others.map((point) => point.toAffine()),
        ),
      ).toEqual(sum)
    }),
    { numRuns: repeated(10, 200) },
  )
})

it('is the first point alone', () => {
  const { x, y } = G1.BASE.toAffine()
  expect(mixedSum({ x, y }, [])).toEqual({ x, y })
})
