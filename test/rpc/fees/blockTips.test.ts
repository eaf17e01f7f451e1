import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BlockTips } from '../../../src/rpc/fees/blockTips.ts'
import { type Paid, paidBlock } from '../../support/paidBlock.ts'

const paid = fc.record({
  tip: fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 0n, max: 10n ** 12n })),
  gas: fc.integer({ min: 21_000, max: 1_000_000 }),
  isMiners: fc.boolean(),
})
const transactions = fc.array(paid, { maxLength: 12 })
const percentiles = fc
  .uniqueArray(
    fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0, max: 100, noNaN: true })),
  )
  .map((drawn) => drawn.sort((one, other) => one - other))

const gasOf = (all: readonly Paid[]) => all.reduce((sum, { gas }) => sum + gas, 0)

/** The lowest tip such that the transactions with it and lower ones used the percentile of the gas. */
function tipAt(all: readonly Paid[], percentile: number): bigint {
  const wanted = Math.floor((gasOf(all) * percentile) / 100)
  const tips = all.map(({ tip }) => tip).sort((one, other) => (one < other ? -1 : 1))
  const found = tips.find((most) => gasOf(all.filter(({ tip }) => tip <= most)) >= wanted)
  return found ?? tips.at(-1) ?? 0n
}

describe('the tips of a block', () => {
  test('are found at percentiles of the gas used', () => {
    fc.assert(
      fc.property(transactions, percentiles, (all, wanted) => {
        const tips = new BlockTips(paidBlock(all))
        const expected = wanted.map((percentile) => tipAt(all, percentile))
        expect(tips.at(wanted, gasOf(all))).toEqual(expected)
      }),
    )
  })

  test('are ascending', () => {
    fc.assert(
      fc.property(transactions, percentiles, (all, wanted) => {
        const found = new BlockTips(paidBlock(all)).at(wanted, gasOf(all))
        expect(found.every((tip, index) => index === 0 || tip >= (found[index - 1] ?? 0n))).toBe(
          true,
        )
      }),
    )
  })

  test('are sampled as geth does: the three lowest from 2 wei on that are not the miner’s', () => {
    fc.assert(
      fc.property(transactions, (all) => {
        const expected = all
          .filter(({ tip, isMiners }) => tip >= 2n && !isMiners)
          .map(({ tip }) => tip)
          .sort((one, other) => (one < other ? -1 : 1))
          .slice(0, 3)
        expect(new BlockTips(paidBlock(all)).sampled).toEqual(expected)
      }),
    )
  })

  test('are zeros without transactions', () => {
    expect(new BlockTips(paidBlock([])).at([0, 50, 100], 0)).toEqual([0n, 0n, 0n])
  })

  test('are unknown without receipts', () => {
    const block = { ...paidBlock([{ tip: 3n, gas: 21_000 }]), receiptsRlp: Uint8Array.of(0xc0) }
    expect(new BlockTips(block).at([0, 50], 21_000)).toEqual([])
    expect(new BlockTips(block).sampled).toEqual([3n])
  })

  test('take memory for each different tip', () => {
    const some = (count: number, tip: (index: number) => bigint) =>
      new BlockTips(
        paidBlock(Array.from({ length: count }, (_, at) => ({ tip: tip(at), gas: 21_000 }))),
      ).bytes
    expect(some(100, () => 5n)).toBe(some(1, () => 5n))
    expect(some(100, BigInt)).toBeGreaterThan(some(10, BigInt))
  })
})
