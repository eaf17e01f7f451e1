import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GrowingBytes } from '../../src/primitives/growingBytes.ts'

it('keeps all bytes in order, however they are split', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 100_000 })), (pieces) => {
      const bytes = new GrowingBytes()
      for (const piece of pieces) bytes.add(piece)
      expect(Buffer.compare(bytes.bytes, Buffer.concat(pieces))).toBe(0)
    }),
    { numRuns: 20 },
  )
})

it('takes at most twice the size of the appended bytes', () => {
  const bytes = new GrowingBytes()
  for (let count = 0; count < 300_000; count++) bytes.add(Uint8Array.of(count))
  expect(bytes.length).toBe(300_000)
  expect(bytes.bytes.buffer.byteLength).toBeLessThanOrEqual(2 * 300_000)
})

it('can be used again after clearing', () => {
  const bytes = new GrowingBytes()
  bytes.add(new Uint8Array(2 ** 21))
  bytes.clear()
  expect(bytes.bytes).toHaveLength(0)
  bytes.add(Uint8Array.of(7))
  expect([...bytes.bytes]).toEqual([7])
})
