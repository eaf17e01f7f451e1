import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toTwoDigits, weiToEther } from '../../src/pool/feeInEther.ts'

describe('weiToEther', () => {
  it.each([
    [0n, 0],
    [1n, 1e-18],
    [10n ** 18n, 1],
    // Half of the distance to the next float, and a little more.
    [10n ** 18n + 111n, 1],
    [10n ** 18n + 112n, 1 + 2 ** -52],
    [123_456_789n * 10n ** 15n, 123_456.789],
    [10n ** 400n, Number.POSITIVE_INFINITY],
  ])('converts %i', (wei, ether) => {
    expect(weiToEther(wei)).toBe(ether)
  })

  it('rounds as JavaScript reads the decimal number', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 200n), (wei) => {
        expect(weiToEther(wei)).toBe(Number(`${wei}e-18`))
      }),
    )
  })
})

describe('toTwoDigits', () => {
  it.each([
    [1, '1.00'],
    [1.5, '1.50'],
    [1.999, '2.00'],
    // Exact ties go to the even digit, as in Go.
    [1.125, '1.12'],
    [1.375, '1.38'],
    [2 ** 60, '1152921504606846976.00'],
    [1e21, '1000000000000000000000.00'],
    [Number.POSITIVE_INFINITY, '+Inf'],
  ])('formats %d', (value, text) => {
    expect(toTwoDigits(value)).toBe(text)
  })
})
