import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fromHex,
  toBigInt,
  toHex,
  toMinimalBytes,
  toNumber,
  toQuantity,
} from '../../src/primitives/hex.ts'

const unsigned = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('hex', () => {
  it('reads the bytes that it wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(bytes)
      }),
    )
  })

  it('writes a slice of a larger buffer', () => {
    expect(toHex(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))).toBe('0x0203')
  })

  it('reads the numbers that it wrote, and writes them without leading zeros', () => {
    fc.assert(
      fc.property(unsigned, (value) => {
        const bytes = toMinimalBytes(value)
        expect(bytes[0]).not.toBe(0)
        expect(toBigInt(bytes)).toBe(value)
        expect(BigInt(toQuantity(value))).toBe(value)
      }),
    )
  })

  it('reads numbers up to 2^53 - 1', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(toNumber(toMinimalBytes(value))).toBe(value)
      }),
    )
  })

  it.each([
    [0, '0x0'],
    [0n, '0x0'],
    [255, '0xff'],
  ] as const)('writes %s as %s', (value, text) => {
    expect(toQuantity(value)).toBe(text)
  })
})
