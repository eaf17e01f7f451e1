import fc from 'fast-check'
import { expect, test } from 'vitest'
import { baseFeeAfter } from '../../../src/chain/protocol/baseFee.ts'
import { expectedBaseFee } from '../../../src/chain/verify/gas.ts'

test('the base fee after a block is that which the independent verifier expects', () => {
  const gas = fc.bigInt({ min: 0n, max: 200_000_000n })
  const fee = fc.oneof(fc.bigInt({ min: 0n, max: 100n }), fc.bigInt({ min: 0n, max: 2n ** 60n }))
  fc.assert(
    fc.property(gas, gas, fee, (one, other, baseFeePerGas) => {
      const [gasUsed, gasLimit] = one < other ? [one, other + 2n] : [other, one + 2n]
      const parent = { gasLimit, gasUsed, baseFeePerGas }
      expect(baseFeeAfter(parent)).toBe(expectedBaseFee(parent))
    }),
  )
})

test('the base fee of the first block of London is the same, too', () => {
  const parent = { gasLimit: 5000n, gasUsed: 0n }
  expect(baseFeeAfter(parent)).toBe(expectedBaseFee({ ...parent, baseFeePerGas: undefined }))
})
