import fc from 'fast-check'
import { describe, test } from 'vitest'
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
})
