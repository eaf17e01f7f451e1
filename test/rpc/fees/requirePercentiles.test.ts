import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requirePercentiles } from '../../../src/rpc/fees/requirePercentiles.ts'

describe('percentiles', () => {
  test('may be up to a hundred, ascending from 0 to 100', () => {
    const drawn = fc.uniqueArray(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 100 })
    fc.assert(
      fc.property(drawn, (all) => {
        requirePercentiles(all.sort((one, other) => one - other))
      }),
    )
  })

  // geth's messages.
  test.each([
    [[-1], '-1.000000'],
    [[0, 100.5], '100.500000'],
    [[1e22], '10000000000000000000000.000000'],
    [[50, 50], '#0:50.000000 >= #1:50.000000'],
    [[1, 20, 10.25], '#1:20.000000 >= #2:10.250000'],
    [Array(101).fill(1), 'over the query limit 100'],
    [[2, 1, 200], '#0:2.000000 >= #1:1.000000'],
  ])('are refused: %j', (percentiles, reason) => {
    expect(() => requirePercentiles(percentiles)).toThrow(`invalid reward percentile: ${reason}`)
  })
})
