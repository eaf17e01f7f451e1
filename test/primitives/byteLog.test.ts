import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ByteLog } from '../../src/primitives/byteLog.ts'

it('returns every piece as it was added', () => {
  const pieces = fc.array(
    fc.tuple(fc.constantFrom(0, 1, 300, 400_000, 1_100_000, 2_500_000), fc.nat({ max: 255 })),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(pieces, (each) => {
      const log = new ByteLog()
      const added = each.map(([length, fill]) => new Uint8Array(length).fill(fill))
      const locations = added.map((piece) => log.add(piece))
      for (const [index, location] of locations.entries()) {
        expect(Buffer.compare(log.at(location), added[index] as Uint8Array)).toBe(0)
      }
    }),
    { numRuns: 30 },
  )
})
