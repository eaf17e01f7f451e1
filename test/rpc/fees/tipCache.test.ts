import { describe, expect, test } from 'vitest'
import { TipCache } from '../../../src/rpc/fees/tipCache.ts'
import { paidBlock } from '../../support/paidBlock.ts'

const block = () => paidBlock([{ tip: 5n, gas: 21_000 }])
const entryBytes = (() => {
  const cache = new TipCache()
  cache.of(block())
  return cache.bytes
})()

describe('the cache of tips', () => {
  test('decodes a block once', () => {
    const cache = new TipCache()
    const one = block()
    expect(cache.has(one)).toBe(false)
    expect(cache.of(one)).toBe(cache.of(one))
    expect(cache.has(one)).toBe(true)
  })

  test('keeps two blocks with the same hash apart', () => {
    const cache = new TipCache()
    expect(cache.of(block())).not.toBe(cache.of(block()))
  })

  test('evicts the blocks that were requested first', () => {
    const cache = new TipCache(3 * entryBytes)
    const blocks = Array.from({ length: 5 }, block)
    for (const each of blocks) cache.of(each)
    expect(blocks.map((each) => cache.has(each))).toEqual([false, false, true, true, true])
    expect(cache.bytes).toBe(3 * entryBytes)
  })

  test('keeps nothing that is larger than itself', () => {
    const cache = new TipCache(entryBytes - 1)
    const one = block()
    expect(cache.of(one).sampled).toEqual([5n])
    expect(cache.has(one)).toBe(false)
    expect(cache.bytes).toBe(0)
  })
})
