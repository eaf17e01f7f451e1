import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coalesce } from '../../src/server/coalesce.ts'

const bytes = (length: number) => Buffer.alloc(length, 'x')

it('joins small parts, and leaves large ones alone', () => {
  const large = bytes(5000)
  const chunks = coalesce(['[', 'ä', bytes(10), large, ',', large, ']'])
  expect(chunks.map(({ length }) => length)).toEqual([13, 5000, 1, 5000, 1])
  expect(chunks[1]).toBe(large)
  expect(coalesce([])).toEqual([])
})

it('divides many small parts into chunks that are cheap to allocate', () => {
  const chunks = coalesce(Array.from({ length: 100 }, () => bytes(2000)))
  expect(chunks.map(({ length }) => length)).toEqual([66_000, 66_000, 66_000, 2000])
})

it('preserves all bytes', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer({ max: 9000, min: 0 }).map(bytes),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const whole = Buffer.concat(parts.map((each) => Buffer.from(each)))
      expect(Buffer.concat(coalesce(parts)).equals(whole)).toBe(true)
    }),
  )
})
