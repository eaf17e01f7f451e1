import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gzip, gzipInTurns, takesLong } from '../../src/server/gzip.ts'

const part = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.uint8Array(),
  fc.uint8Array({ minLength: 500, maxLength: 5000 }),
  fc.nat(200_000).map((length) => 'ab'.repeat(length)),
)

test('decompresses to the input, for any parts', () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const whole = Buffer.concat(parts.map((one) => Buffer.from(one as string)))
      expect(gunzipSync(Buffer.concat(gzip(parts))).equals(whole)).toBe(true)
    }),
  )
})

test('compresses a cached part once', () => {
  const kept = Buffer.alloc(10_000, 'x')
  const [first, second] = [gzip(['1', kept]), gzip(['2', kept])]
  expect(first.some((block) => block.length > 10 && second.includes(block))).toBe(true)
})

test('lets others have their turns while it compresses a long body', async () => {
  const long = Buffer.alloc(4 * 1024 * 1024, 'long body ')
  const parts = ['start', long, 'x'.repeat(10_000), Buffer.alloc(300_000, 'y'), 'end']
  expect(takesLong(parts)).toBe(true)
  let turns = 0
  let isDone = false
  const countTurns = () => {
    turns++
    if (!isDone) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  const gzipped = Buffer.concat(await gzipInTurns(parts))
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(4)
  const whole = Buffer.concat(parts.map((one) => Buffer.from(one as string)))
  expect(gunzipSync(gzipped).equals(whole)).toBe(true)
  // What is cached need not be compressed again.
  expect(takesLong(parts)).toBe(false)
  expect(Buffer.concat(gzip(parts)).equals(gzipped)).toBe(true)
})
