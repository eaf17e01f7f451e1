import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginningOfJson } from '../../src/rpc/beginningOfJson.ts'

describe('beginningOfJson', () => {
  it('writes short values as JSON.stringify does, and of long ones the beginning', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 20, max: 200 }), (value, max) => {
        const whole = JSON.stringify(value)
        const text = beginningOfJson(value, max)
        if (whole.length <= max) expect(text).toBe(whole)
        else {
          expect(text.length).toBeGreaterThan(max)
          // The last string may have been cut.
          expect(text.slice(0, max - 2)).toBe(whole.slice(0, max - 2))
        }
      }),
    )
  })

  it('writes the values that code passes, and ends with a cycle', () => {
    expect(beginningOfJson([5n, undefined, { a: undefined, b: true }], 100)).toBe(
      '["5n",null,{"b":true}]',
    )
    const cyclic: unknown[] = []
    cyclic.push(cyclic)
    expect(beginningOfJson(cyclic, 100)).toMatch(/^\[{100}/)
  })

  it('reads only what it writes', () => {
    let reads = 0
    const value = Array.from({ length: 10_000 }, () => ({
      get read() {
        reads++
        return 1
      },
    }))
    beginningOfJson(value, 100)
    expect(reads).toBeLessThan(100)
  })
})
