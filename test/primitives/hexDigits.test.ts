import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDigits } from '../../src/primitives/hexDigits.ts'

const digits = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF') }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 240, maxLength: 600 }),
)

it('reads hex digits in either case, an odd number with a leading zero', () => {
  fc.assert(
    fc.property(digits, (text) => {
      const even = text.length % 2 === 0 ? text : `0${text}`
      const bytes = readDigits(`0x${text}`, 2)
      expect(bytes && Buffer.from(bytes).toString('hex')).toBe(even.toLowerCase())
    }),
  )
})

it('returns undefined for anything but digits', () => {
  fc.assert(
    fc.property(
      digits,
      fc.string({ minLength: 1, maxLength: 1 }),
      digits,
      (before, each, after) => {
        fc.pre(!/[\da-f]/i.test(each))
        expect(readDigits(`${before}${each}${after}`, 0)).toBeUndefined()
      },
    ),
    {
      examples: [
        ['', 'é', ''],
        ['ab', '/', 'c'],
        ['', '\u{1f600}'.slice(0, 1), '00'],
        ['0', '١', '0'],
      ],
    },
  )
})
