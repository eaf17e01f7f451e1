import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AsciiWriter } from '../../src/primitives/asciiWriter.ts'
import { toBigInt, toHex, toMinimalBytes, toQuantity } from '../../src/primitives/hex.ts'

/** What one call of a writer writes. */
function written(write: (out: AsciiWriter) => void): string {
  const out = new AsciiWriter()
  write(out)
  return new TextDecoder().decode(out.take())
}

it('writes a part of some bytes as DATA', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(), fc.nat(), (bytes, first, second) => {
      const [start, end] = [first, second].map((each) => each % (bytes.length + 1)).sort()
      const part = bytes.subarray(start, end)
      const text = written((out) => out.data(bytes, start, end))
      expect(text).toBe(JSON.stringify(toHex(part)))
    }),
  )
})

it('writes the minimal bytes of an integer as QUANTITY', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (value) => {
      const text = written((out) => out.quantity(toMinimalBytes(value)))
      expect(text).toBe(JSON.stringify(toQuantity(value)))
    }),
    { examples: [[0n], [15n], [16n], [255n], [256n]] },
  )
})

it('fills DATA up with zeros', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 32 }), (bytes) => {
      const text = written((out) => out.paddedData(bytes, 0, bytes.length, 32))
      expect(text).toHaveLength('"0x"'.length + 64)
      expect(toBigInt(bytes)).toBe(BigInt(JSON.parse(text)))
    }),
  )
})

it('returns everything since the last call, however long it is', () => {
  const out = new AsciiWriter()
  const long = new Uint8Array(1 << 20).fill(0xab)
  out.text('{')
  out.bytes(new TextEncoder().encode('"a":'))
  out.data(long)
  out.text('}')
  const first = out.take()
  out.text('next')
  expect(new TextDecoder().decode(first)).toBe(`{"a":"${toHex(long)}"}`)
  expect(new TextDecoder().decode(out.take())).toBe('next')
})
