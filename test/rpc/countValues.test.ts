import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countValues } from '../../src/rpc/countValues.ts'

/** The number of values in a JSON document, including itself. */
function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, each) => sum + count(each), 1)
}

describe('countValues', () => {
  it('counts at least every value except the outermost one', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(countValues(text, 1e6)).toBeGreaterThanOrEqual(count(JSON.parse(text)) - 1)
      }),
    )
  })

  it('stops soon after its limit', () => {
    expect(countValues('['.repeat(1000), 10)).toBe(11)
    expect(countValues('[{},'.repeat(10), 1000)).toBe(30)
  })
})
