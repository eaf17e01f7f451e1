import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TransactionIndex } from '../../../src/chain/store/transactionIndex.ts'
import { type Hex, toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'

/** Hashes whose first bytes are mostly the same, so that they collide. */
const crowdedHash = fc
  .tuple(fc.constantFrom('00000000', '01000000', 'ffffffff'), fc.nat({ max: 60 }))
  .map(([start, end]): Hex => `0x${start}${end.toString(16).padStart(56, '0')}`)

describe('TransactionIndex', () => {
  it('finds what was added, and nothing else', () => {
    fc.assert(
      fc.property(fc.uniqueArray(crowdedHash), crowdedHash, (hashes, other) => {
        const index = new TransactionIndex()
        const expected = new Map<Hex, object>()
        for (const [order, hash] of hashes.entries()) {
          const entry = { blockNumber: 7 * order, index: order }
          index.add(hash, entry)
          expected.set(hash, entry)
        }
        for (const hash of [...hashes, other]) {
          expect(index.get(hash)).toEqual(expected.get(hash))
        }
      }),
    )
  })

  it('grows beyond its initial capacity', () => {
    const index = new TransactionIndex()
    const hashes = Array.from({ length: 20_000 }, (_, ordinal) =>
      toHex(keccak256(Uint8Array.of(ordinal & 255, ordinal >> 8))),
    )
    for (const [ordinal, hash] of hashes.entries()) {
      index.add(hash, { blockNumber: ordinal >> 3, index: ordinal & 7 })
    }
    const found = hashes.map((hash) => index.get(hash))
    expect(found).toEqual(
      hashes.map((_, ordinal) => ({ blockNumber: ordinal >> 3, index: ordinal & 7 })),
    )
    expect(index.get(toHex(keccak256(new Uint8Array(0))))).toBeUndefined()
  })

  it('finds nothing for text that is not a hash', () => {
    expect(new TransactionIndex().get('0x')).toBeUndefined()
    expect(new TransactionIndex().get('0xno hash')).toBeUndefined()
  })
})
