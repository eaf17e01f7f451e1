import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromByteText } from '../../../src/chain/state/byteText.ts'
import { Trie } from '../../../src/chain/state/trie.ts'
import { toHex } from '../../../src/primitives/hex.ts'

const asItIs = (value: Uint8Array) => value

/** Keys from a small alphabet, so that paths are shared, split and merged. */
const crowdedKey = fc
  .array(fc.constantFrom(0x00, 0x01, 0x10, 0x11), { minLength: 4, maxLength: 4 })
  .map((bytes) => Uint8Array.from(bytes))
const value = fc.uint8Array({ minLength: 1, maxLength: 40 })
const step = fc.record({ key: crowdedKey, value: fc.option(value, { nil: undefined }) })

describe('Trie', () => {
  it('has the root of the stock trie after any writes and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const stock = new MerklePatriciaTrie()
        let trie = Trie.empty(asItIs)
        for (const { key, value } of steps) {
          trie = value === undefined ? trie.delete(key) : trie.set(key, value)
          if (value === undefined) await stock.del(key)
          else await stock.put(key, value)
          expect(toHex(trie.root())).toBe(toHex(stock.root()))
        }
      }),
    )
  })

  it('has the root of the stock trie for a list of any length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 300 }), async (length) => {
        const stock = new MerklePatriciaTrie()
        let trie = Trie.empty(asItIs)
        for (let index = 0; index < length; index++) {
          const key = RLP.encode(index)
          const item = new Uint8Array((index % 90) + 1).fill((index % 255) + 1)
          trie = trie.set(key, item)
          await stock.put(key, item)
        }
        expect(toHex(trie.root())).toBe(toHex(stock.root()))
      }),
      { numRuns: 30 },
    )
  })

  it('finds the value that was set last, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(step), crowdedKey, (steps, other) => {
        const expected = new Map<string, Uint8Array>()
        let trie = Trie.empty(asItIs)
        for (const { key, value } of steps) {
          trie = value === undefined ? trie.delete(key) : trie.set(key, value)
          if (value === undefined) expected.delete(toHex(key))
          else expected.set(toHex(key), value)
        }
        for (const key of [...steps.map((each) => each.key), other]) {
          expect(trie.get(key)).toEqual(expected.get(toHex(key)))
        }
        const entries = [...trie.entries()].map(([key, each]) => [toHex(fromByteText(key)), each])
        expect(entries).toEqual([...expected].sort(([one], [next]) => (one < next ? -1 : 1)))
      }),
    )
  })

  it('leaves the trie that it was made from unchanged', () => {
    fc.assert(
      fc.property(fc.array(step), fc.array(step), (before, after) => {
        const apply = (trie: Trie<Uint8Array>, steps: typeof before) =>
          steps.reduce(
            (each, { key, value }) =>
              value === undefined ? each.delete(key) : each.set(key, value),
            trie,
          )
        const first = apply(Trie.empty(asItIs), before)
        const root = toHex(first.root())
        apply(first, after).root()
        expect(toHex(first.root())).toBe(root)
        expect(toHex(apply(Trie.empty(asItIs), before).root())).toBe(root)
      }),
    )
  })
})
