import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { bloomOf } from '../../../src/chain/encoding/bloom.ts'
import { createChain } from '../../../src/createChain.ts'
import { fromHex, type Hex } from '../../../src/primitives/hex.ts'
import { blocksToSearch } from '../../../src/rpc/logs/blocksToSearch.ts'
import { BloomIndex } from '../../../src/rpc/logs/bloomIndex.ts'
import { bloomTest } from '../../../src/rpc/logs/bloomTest.ts'
import { sized } from '../../support/sized.ts'

const template = (await createChain({ seed: 'planes', blocks: 1 })).tree.head
const bloomStart = Buffer.from(template.rlp).indexOf(Uint8Array.of(0xb9, 1, 0)) + 3

const EMITTER: Hex = `0x${'ab'.repeat(20)}`
const OTHER: Hex = `0x${'cd'.repeat(20)}`
const TOPICS = 7

const topic = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const bloomWith = (values: readonly Hex[]) =>
  bloomOf([[fromHex(EMITTER), values.map(fromHex), new Uint8Array(0)]])

function blockWith(topics: readonly number[] | undefined, isRecorded = false): SealedBlock {
  const rlp = Uint8Array.from(template.rlp)
  // Without topics there is no log.
  rlp.set(topics === undefined ? new Uint8Array(256) : bloomWith(topics.map(topic)), bloomStart)
  return { ...template, rlp, recorded: isRecorded ? new Uint8Array(0) : undefined }
}

/** Whether a bloom has the bits of a value. */
function has({ rlp }: SealedBlock, value: Hex): boolean {
  const bits = bloomOf([[fromHex(value), [], new Uint8Array(0)]])
  return bits.every((byte, at) => ((rlp[bloomStart + at] as number) & byte) === byte)
}

interface Wanted {
  readonly addresses: readonly Hex[] | undefined
  readonly topics: readonly (readonly number[] | undefined)[]
}

/** The blocks that the blooms of each let pass, by another way. */
function scan(blocks: readonly SealedBlock[], { addresses, topics }: Wanted): SealedBlock[] {
  const values = [addresses, ...topics.map((each) => each?.map(topic))]
  return blocks.filter((block) => {
    if (block.recorded !== undefined) return true
    if (!has(block, EMITTER)) return false
    return values.every((each) => each?.some((value) => has(block, value)) ?? true)
  })
}

function find(
  path: readonly SealedBlock[],
  [from, to]: readonly [number, number],
  { addresses, topics }: Wanted,
  index: BloomIndex,
): SealedBlock[] {
  const sets = topics.map((each) => each && new Set(each.map(topic)))
  const test = bloomTest({ addresses: addresses && new Set(addresses), topics: sets })
  const searched = { blockAt: (number: number) => path[number], from, to }
  return [...blocksToSearch(searched, test, index)].filter((block) => block !== undefined)
}

const some = <Value>(values: fc.Arbitrary<Value>) =>
  fc.option(fc.uniqueArray(values, { minLength: 1, maxLength: 3 }), { nil: undefined })
const numbers = fc.nat(TOPICS - 1)
const path = fc
  .array(fc.tuple(fc.option(fc.array(numbers, { maxLength: 3 }), { nil: undefined }), fc.nat(30)), {
    minLength: 1,
    maxLength: 120,
    size: 'max',
  })
  .map((drawn) => drawn.map(([topics, draw]) => blockWith(topics, draw === 0)))
const wanted = fc.record({
  addresses: some(fc.constantFrom(EMITTER, OTHER)),
  topics: fc.array(some(numbers), { maxLength: 2 }),
})
const ends = fc.tuple(fc.nat(119), fc.nat(119))

describe('blocksToSearch', () => {
  it('finds what reading the bloom of each block finds, on branches of which an index knows another', () => {
    const index = new BloomIndex(3)
    fc.assert(
      fc.property(path, wanted, ends, fc.nat(119), (chain, filter, drawn, at) => {
        const last = chain.length - 1
        const [one, other] = drawn.map((end) => Math.min(end, last)) as [number, number]
        const range = [Math.min(one, other), Math.max(one, other)] as const
        // What a fault does, which leaves all later blocks as they are.
        const swapped = chain.with(Math.min(at, last), blockWith([0, 1, 2, 3]))
        const reorged = chain.map((block, number) => (number < at ? block : blockWith([4])))
        for (const each of [chain, swapped, reorged, chain.slice(0, range[1] + 1), chain]) {
          const [from, to] = range
          const expected = scan(each.slice(from, to + 1), filter)
          const found = find(each, range, filter, index)
          expect(found.length).toBe(expected.length)
          expect(found.every((block, at) => block === expected[at])).toBe(true)
        }
      }),
      { numRuns: sized(100, 5000) },
    )
  })

  it('passes no block with a log whose value it has not hashed yet', () => {
    const values = Array.from({ length: 1000 }, (_, number) => number)
    const chain = values.slice(0, 320).map((number) => blockWith([number * 3]))
    const found = find(
      chain,
      [0, 319],
      { addresses: undefined, topics: [values] },
      new BloomIndex(),
    )
    expect(found).toEqual(
      expect.arrayContaining(scan(chain, { addresses: undefined, topics: [values] })),
    )
    // Seven sections of 32 blocks pass until all are hashed.
    expect(found.length).toBeLessThan(335)
    const empty = values.slice(0, 64).map(() => blockWith(undefined))
    expect(
      find(empty, [0, 63], { addresses: undefined, topics: [values] }, new BloomIndex()),
    ).toEqual([])
  })

  it('lets the caller pause at least after each section', () => {
    const chain = Array.from({ length: 320 }, () => blockWith(undefined))
    const searched = { blockAt: (number: number) => chain[number], from: 0, to: 319 }
    const steps = [
      ...blocksToSearch(
        searched,
        bloomTest({ addresses: undefined, topics: [] }),
        new BloomIndex(),
      ),
    ]
    expect(steps).toEqual(Array.from({ length: 10 }, () => undefined))
  })
})

describe('the sections of an index', () => {
  const chain = Array.from({ length: 96 }, () => blockWith([1]))
  const at = (number: number) => chain[number]

  it('are made once', () => {
    const index = new BloomIndex()
    expect(index.section(at, 32)).toBe(index.section(at, 32))
  })

  it('are made again if there are too many', () => {
    const index = new BloomIndex(2)
    const [first, second] = [index.section(at, 0), index.section(at, 32)]
    expect(index.section(at, 0)).toBe(first)
    index.section(at, 64)
    expect(index.section(at, 32)).toBe(second)
    expect(index.section(at, 0)).not.toBe(first)
  })
})
