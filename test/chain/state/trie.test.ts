import { createMerkleProof, MerklePatriciaTrie, verifyMPTWithMerkleProof } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromByteText, toByteText } from '../../../src/chain/state/byteText.ts'
import { Trie } from '../../../src/chain/state/trie.ts'
import { fromHex, toHex } from '../../../src/primitives/hex.ts'
import { repeated } from '../../support/sized.ts'

const asItIs = (value: Uint8Array) => value

/** Keys from a small alphabet, so that paths are shared, split and merged. */
const crowdedKey = fc
  .array(fc.constantFrom(0x00, 0x01, 0x10, 0x11), { minLength: 4, maxLength: 4 })
  .map((bytes) => Uint8Array.from(bytes))
const value = fc.uint8Array({ minLength: 1, maxLength: 40 })
/** Some that occur, and some that do not. */
const crowdedKeys = [0x00, 0x01, 0x10, 0x11, 0xff].map(
  (byte) => [Uint8Array.of(0, 1, byte, 0x10)] as const,
)
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

  it('lists the entries from the beginning of a key on', () => {
    const start = fc.array(fc.constantFrom(0x00, 0x01, 0x10, 0x11, 0xff), { maxLength: 5 })
    fc.assert(
      fc.property(fc.array(step), start, (steps, bytes) => {
        let trie = Trie.empty(asItIs)
        for (const { key, value } of steps) if (value) trie = trie.set(key, value)
        const from = toByteText(Uint8Array.from(bytes))
        const all = [...trie.entries()].map(([key]) => key)
        const listed = [...trie.entries(from)].map(([key]) => key)
        expect(listed).toEqual(all.filter((key) => key >= from))
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

  it('proves keys as the stock trie does, present or missing, with nodes in their parents', async () => {
    // Short values make nodes of less than 32 bytes.
    const short = fc.uint8Array({ minLength: 1, maxLength: 3 })
    const entry = fc.tuple(crowdedKey, fc.oneof(short, value))
    let embedded = 0
    let missing = 0
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 30 }), async (entries) => {
        const stock = new MerklePatriciaTrie()
        let trie = Trie.empty(asItIs)
        for (const [key, value] of entries) {
          trie = trie.set(key, value)
          await stock.put(key, value)
        }
        const prove = trie.prover(toHex)
        for (const [key] of [...entries, ...crowdedKeys]) {
          const proof = prove(key)
          const path = await createMerkleProof(stock, key)
          const expected = path.filter((node, index) => index === 0 || node.length >= 32)
          embedded += path.length - expected.length
          expect(proof).toEqual(expected.map(toHex))
          const nodes = proof.map(fromHex)
          const found = await verifyMPTWithMerkleProof(stock, trie.root(), key, nodes)
          if (found === null) missing++
          expect(found ?? undefined).toEqual(trie.get(key))
        }
      }),
      { numRuns: repeated(20, 200) },
    )
    expect(embedded).toBeGreaterThan(0)
    expect(missing).toBeGreaterThan(0)
  })

  it('proves with the node that shows it that a key is missing', async () => {
    const trie = Trie.empty(asItIs).set(Uint8Array.of(0x12, 0x34), new Uint8Array(40).fill(1))
    const [leaf, ...rest] = trie.prover(asItIs)(Uint8Array.of(0x12, 0x35))
    expect(rest).toEqual([])
    expect(RLP.decode(leaf as Uint8Array)).toHaveLength(2)
    expect(Trie.empty(asItIs).prover(asItIs)(Uint8Array.of(0x12))).toEqual([])
  })

  it('writes each node once, whatever it proves', () => {
    let trie = Trie.empty(asItIs)
    for (let byte = 0; byte < 256; byte++)
      trie = trie.set(Uint8Array.of(byte, 0), new Uint8Array(40))
    let written = 0
    const prove = trie.prover(() => written++)
    for (let byte = 0; byte < 256; byte++) expect(prove(Uint8Array.of(byte, 0))).toHaveLength(3)
    // 256 leaves, the 16 branches above them, and the root
    expect(written).toBe(256 + 16 + 1)
  })

  it('can be hashed step by step', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (steps) => {
        const build = () => {
          let trie = Trie.empty(asItIs)
          for (const { key, value } of steps) {
            trie = value === undefined ? trie.delete(key) : trie.set(key, value)
          }
          return trie
        }
        const trie = build()
        const prepared: Uint8Array[] = []
        const count = [
          ...trie.hash((value) => {
            prepared.push(value)
            return [undefined]
          }),
        ].length
        const values = [...trie.entries()].map(([, value]) => value)
        expect(prepared).toEqual(values)
        // A step before each value, and one for each node.
        expect(count).toBeGreaterThanOrEqual(2 * values.length)
        expect(toHex(trie.root())).toBe(toHex(build().root()))
        expect([...trie.hash()]).toEqual([])
      }),
    )
  })
})
