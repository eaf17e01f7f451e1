import fc from 'fast-check'
import { formatUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  inUnit,
  quantityOf,
  separated,
  unitOf,
  weiOf,
  withDecimals,
} from '../../../src/explorer/decode/units.ts'

describe('inUnit', () => {
  it.each([0n, 1n, 999n, 10n ** 9n, 10n ** 18n, 123_456_789n * 10n ** 10n, -5n * 10n ** 17n])(
    'writes %s wei as viem does, with separators',
    (wei) => {
      expect(inUnit(wei, 'ether').replaceAll(',', '')).toBe(formatUnits(wei, 18))
      expect(inUnit(wei, 'gwei').replaceAll(',', '')).toBe(formatUnits(wei, 9))
      expect(inUnit(wei, 'wei').replaceAll(',', '')).toBe(String(wei))
    },
  )

  it('separates thousands before the point only', () => {
    expect(inUnit(1_234_567_890_123n * 10n ** 9n, 'gwei')).toBe('1,234,567,890,123')
    expect(inUnit(1_000_000_000_000_000_001n, 'ether')).toBe('1.000000000000000001')
  })
})

describe('withDecimals', () => {
  it.each([0, 1, 6, 18, 77])('writes amounts with %i decimals as viem does', (decimals) => {
    for (const amount of [0n, 1n, 10n, 123_456_789n, 2n ** 256n - 1n]) {
      const written = withDecimals(amount, decimals).replaceAll(',', '')
      expect(written).toBe(formatUnits(amount, decimals))
    }
  })
})

describe('unitOf', () => {
  it('chooses the unit in which an amount is short', () => {
    expect([0n, 1n, 10n ** 9n, 10n ** 15n].map(unitOf)).toEqual(['ether', 'wei', 'gwei', 'ether'])
  })
})

describe('quantityOf', () => {
  it('reads only QUANTITY', () => {
    expect([quantityOf('0x10'), quantityOf(null), quantityOf('16')]).toEqual([
      16n,
      undefined,
      undefined,
    ])
  })
})

describe('separated', () => {
  it('separates thousands', () => {
    expect([separated(1), separated(1000n), separated('1234567')]).toEqual([
      '1',
      '1,000',
      '1,234,567',
    ])
  })
})

describe('weiOf', () => {
  it.each([
    ['', 0n],
    ['0', 0n],
    ['1', 10n ** 18n],
    ['0.5', 5n * 10n ** 17n],
    ['.000000000000000001', 1n],
    [' 12. ', 12n * 10n ** 18n],
  ])('reads %j', (text, wei) => {
    expect(weiOf(text)).toBe(wei)
  })

  it.each(['x', '1,5', '-1', '1e3', '0.0000000000000000001'])('refuses %j', (text) => {
    expect(() => weiOf(text)).toThrow('value: want an amount of ether, such as 0.5')
  })

  it('is the inverse of inUnit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 26n), (wei) => {
        expect(weiOf(inUnit(wei, 'ether').replaceAll(',', ''))).toBe(wei)
      }),
    )
  })
})
