import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byteLength, type ReplyPart } from '../../src/rpc/reply.ts'
import { coalesce } from '../../src/server/coalesce.ts'

const joined = (parts: readonly ReplyPart[]) => coalesce(parts, byteLength(parts))
const bytes = (length: number) => Buffer.alloc(length, 'x')

it('joins small parts, and leaves large ones alone', () => {
  const large = bytes(5000)
  const chunks = joined(['[', 'ä', bytes(10), large, ',', large, ']'])
  expect(chunks.map(({ length }) => length)).toEqual([13, 5000, 1, 5000, 1])
  expect(chunks[1]).toBe(large)
  expect(joined([])).toEqual([])
})

it('divides many small parts into chunks that are cheap to allocate', () => {
  const chunks = joined(Array.from({ length: 100 }, () => bytes(2000)))
  expect(chunks.map(({ length }) => length)).toEqual([64_000, 64_000, 64_000, 8000])
})

it('has room for a text of any length', () => {
  const long = 'ä'.repeat(50_000)
  const chunks = joined(['[', long, ']'])
  expect(Buffer.concat(chunks).toString()).toBe(`[${long}]`)
})

it('preserves all bytes', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer({ max: 9000, min: 0 }).map(bytes),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const whole = Buffer.concat(parts.map((each) => Buffer.from(each)))
      expect(Buffer.concat(joined(parts)).equals(whole)).toBe(true)
    }),
  )
})
