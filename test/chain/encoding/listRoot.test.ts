import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listRoot } from '../../../src/chain/encoding/listRoot.ts'
import { Trie } from '../../../src/chain/state/trie.ts'
import { listRoot as independentRoot } from '../../../src/chain/verify/listRoot.ts'
import { toHex, toMinimalBytes } from '../../../src/primitives/hex.ts'
import { encodeRlp } from '../../../src/primitives/rlp.ts'

/** Of the trie that also keeps the state. */
function trieRoot(items: readonly Uint8Array[]): Uint8Array {
  let trie = Trie.empty((item: Uint8Array) => item)
  for (const [index, item] of items.entries()) {
    trie = trie.set(encodeRlp(toMinimalBytes(index)), item)
  }
  return trie.root()
}

describe('listRoot', () => {
  // Each number of bytes of an index, and items that are long, short, and a part of their parents.
  it.each([0, 1, 2, 3, 16, 17, 127, 128, 129, 130, 255, 256, 257, 300])(
    'is that of @ethereumjs for %i items',
    async (count) => {
      for (const bytes of [1, 20, 100]) {
        const items = Array.from({ length: count }, (_, index) => {
          return new Uint8Array(bytes).fill(index + 1)
        })
        expect(toHex(listRoot(items))).toBe(await independentRoot(items))
      }
    },
  )

  it('is that of the trie for 66,000 items', () => {
    const items = Array.from({ length: 66_000 }, (_, index) => toMinimalBytes(index + 1))
    expect(listRoot(items)).toEqual(trieRoot(items))
  })

  it('is that of the trie for items of any length', () => {
    const item = fc.uint8Array({ minLength: 1, maxLength: 80 })
    fc.assert(
      fc.property(fc.array(item, { maxLength: 300 }), (items) => {
        expect(listRoot(items)).toEqual(trieRoot(items))
      }),
    )
  })
})
