import { bls12_381 } from '@noble/curves/bls12-381.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mixedSums } from '../../../src/chain/protocol/g1MixedSums.ts'
import { repeated } from '../../support/sized.ts'

const { Point: G1 } = bls12_381.G1

const factors = fc.array(fc.bigInt(1n, 2n ** 64n), { maxLength: 6 })

it('are the sums that noble computes', () => {
  // Far above all sums of the others.
  const first = G1.BASE.multiply(2n ** 200n)
  fc.assert(
    fc.property(fc.array(factors, { maxLength: 3 }), (lists) => {
      const others = lists.map((list) => list.map((factor) => G1.BASE.multiply(factor)))
      const sums = others.map((points) => points.reduce((one, other) => one.add(other), first))
      expect(
        mixedSums(
          first.toAffine(),
          others.map((points) => points.map((point) => point.toAffine())),
        ),
      ).toEqual(sums.map((point) => point.toAffine()))
    }),
    { numRuns: repeated(5, 100) },
  )
})

it('are the first point where nothing is added', () => {
  const { x, y } = G1.BASE.toAffine()
  expect(mixedSums({ x, y }, [[]])).toEqual([{ x, y }])
})
