import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import * as bloomModule from '../../../src/chain/encoding/bloom.ts'
import { bloomOf } from '../../../src/chain/encoding/bloom.ts'
import { fromHex, type Hex } from '../../../src/primitives/hex.ts'
import { bloomTest } from '../../../src/rpc/logs/bloomTest.ts'

const address = (number: number): Hex => `0x${number.toString(16).padStart(40, '0')}`
const topic = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const set = (values: readonly Hex[]) => (values.length === 0 ? undefined : new Set(values))
const none = new Uint8Array(0)

/** The bloom of one log. */
function bloomWith(emitter: Hex, topics: readonly Hex[]): Uint8Array {
  return bloomOf([[fromHex(emitter), topics.map(fromHex), none]])
}

const few = fc.integer({ min: 0, max: 5 })
const numbers = fc.array(few, { maxLength: 3 })

describe('bloomTest', () => {
  it('agrees with the blooms of the filter values', () => {
    fc.assert(
      fc.property(few, numbers, numbers, numbers, numbers, (emitter, logged, from, one, two) => {
        const bloom = bloomWith(address(emitter), logged.map(topic))
        const has = (value: Hex) =>
          bloomOf([[fromHex(value), [], none]]).every((byte, at) => {
            return ((bloom[at] as number) & byte) === byte
          })
        const addresses = set(from.map(address))
        const topics = [set(one.map(topic)), set(two.map(topic))]
        const expected = [addresses, ...topics].every(
          (values) => values === undefined || [...values].some(has),
        )
        expect(bloomTest({ addresses, topics }).passes(bloom)).toBe(expected)
      }),
    )
  })

  it('passes every log that matches', () => {
    const filter = { addresses: set([address(7)]), topics: [undefined, set([topic(1), topic(2)])] }
    expect(bloomTest(filter).passes(bloomWith(address(7), [topic(0), topic(2)]))).toBe(true)
  })

  it('passes every bloom of a log without alternatives, and no empty bloom', () => {
    const empty = new Uint8Array(256)
    const all = bloomTest({ addresses: undefined, topics: [undefined] })
    expect(all.passes(bloomWith(address(1), []))).toBe(true)
    expect(all.passes(empty)).toBe(false)
    expect(bloomTest({ addresses: set([address(1)]), topics: [] }).passes(empty)).toBe(false)
  })

  it('hashes each value of the largest filter once, and few for one bloom', () => {
    const hashed = vi.spyOn(bloomModule, 'bloomBits')
    try {
      const values = new Set(Array.from({ length: 1000 }, (_, at) => address(at)))
      const test = bloomTest({ addresses: values, topics: [] })
      expect(hashed).not.toHaveBeenCalled()
      const bloom = bloomWith(address(5000), [])
      const hashesFor = (tested: Uint8Array) => {
        hashed.mockClear()
        const passes = test.passes(tested)
        return { passes, hashes: hashed.mock.calls.length }
      }
      // A value that is not hashed yet may match.
      for (let block = 0; block < 7; block++) {
        expect(hashesFor(bloom)).toEqual({ passes: true, hashes: 128 })
      }
      expect(hashesFor(bloom)).toEqual({ passes: false, hashes: 1000 - 7 * 128 })
      expect(hashesFor(bloom)).toEqual({ passes: false, hashes: 0 })
      expect(hashesFor(bloomWith(address(999), []))).toEqual({ passes: true, hashes: 0 })
    } finally {
      hashed.mockRestore()
    }
  })

  it('passes no empty bloom while values are not hashed', () => {
    const values = new Set(Array.from({ length: 1000 }, (_, at) => address(at)))
    expect(bloomTest({ addresses: values, topics: [] }).passes(new Uint8Array(256))).toBe(false)
  })
})
