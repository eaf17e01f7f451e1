import { describe, expect, it } from 'vitest'
import type { TreeAnswer, TreeSource } from '../../../src/explorer/store/treeSource.ts'
import { TreeStore } from '../../../src/explorer/store/treeStore.ts'
import { FakeChain } from '../support/fakeChain.ts'
import { settle } from '../support/fakeServer.ts'

/** A store of a chain, and the ranges that it has loaded. */
function storeOf(chain: FakeChain) {
  const loaded: [number, number][] = []
  const source: TreeSource = {
    load: async (from, to) => {
      loaded.push([from, to])
      return chain.tree(from, to)
    },
  }
  return { loaded, store: new TreeStore(source, () => {}) }
}

const numbersOf = (blocks: TreeAnswer['blocks']) => blocks.map(({ number }) => number)

describe('need', () => {
  it('loads what is in view, two chunks with one request', async () => {
    const { store, loaded } = storeOf(new FakeChain(300))
    store.need(250, 290)
    await settle()
    expect(loaded).toEqual([[128, 383]])
    expect(numbersOf(store.blocksAround(250, 290))).toHaveLength(173)
    expect(store.latest.value).toMatchObject({ head: { number: 300 }, top: 300 })
  })

  it('loads nothing twice', async () => {
    const { store, loaded } = storeOf(new FakeChain(300))
    store.need(0, 10)
    await settle()
    store.need(5, 100)
    await settle()
    expect(loaded).toEqual([[0, 127]])
  })

  it('does not load what has left the view before its turn', async () => {
    const { store, loaded } = storeOf(new FakeChain(2000))
    for (let from = 0; from < 1900; from += 50) store.need(from, from + 20)
    await settle()
    expect(loaded).toEqual([
      [0, 127],
      [1792, 1919],
    ])
  })

  it('keeps a bounded number of blocks', async () => {
    const { store } = storeOf(new FakeChain(10_000))
    for (let from = 0; from < 10_000; from += 200) {
      store.need(from, from + 100)
      await settle()
    }
    expect(store.blocksAround(0, 10_000).length).toBeLessThanOrEqual(12 * 128)
    expect(store.isLoaded(9_900)).toBe(true)
  })
})

describe('refresh', () => {
  it('replaces the blocks of a range and keeps the others', async () => {
    const chain = new FakeChain(120)
    const { store, loaded } = storeOf(chain)
    store.need(100, 120)
    await settle()
    const version = store.version.value
    chain.reorg(2, 3, 'b')
    store.refresh(119, 121)
    await settle()
    expect(loaded.at(-1)).toEqual([119, 121])
    const blocks = store.blocksAround(0, 127)
    expect(blocks).toHaveLength(121 + 3)
    expect(numbersOf(blocks.filter(({ isCanonical }) => !isCanonical))).toEqual([119, 120])
    expect(store.version.value).toBe(version + 1)
    expect(store.latest.value?.head.number).toBe(121)
  })

  it('joins ranges that become stale while a request is in progress', async () => {
    const chain = new FakeChain(120)
    const { store, loaded } = storeOf(chain)
    store.need(100, 120)
    for (let count = 0; count < 5; count += 1) store.refresh(110 + count, 115 + count)
    await settle()
    expect(loaded).toEqual([
      [0, 127],
      [110, 119],
    ])
  })

  it('loads a range that is too long for one request again as it comes into view', async () => {
    const chain = new FakeChain(1000)
    const { store, loaded } = storeOf(chain)
    store.need(700, 1000)
    await settle()
    loaded.splice(0)
    store.refresh(100, 1000)
    await settle()
    expect(loaded).toEqual([
      [640, 895],
      [896, 1023],
    ])
  })

  it('does not take a part of a chunk for the whole', async () => {
    const { store, loaded } = storeOf(new FakeChain(130))
    store.refresh(126, 130)
    await settle()
    expect(store.blocksAround(0, 130)).toEqual([])
    store.need(100, 130)
    await settle()
    expect(loaded.at(-1)).toEqual([0, 255])
  })
})

it('keeps what it has when a request fails, and asks again with the next change', async () => {
  const chain = new FakeChain(50)
  let isBroken = true
  const source: TreeSource = {
    load: async (from, to) => {
      if (isBroken) throw new Error('out of order')
      return chain.tree(from, to)
    },
  }
  const store = new TreeStore(source, () => {})
  store.need(0, 50)
  await settle()
  expect(store.error.value?.message).toBe('out of order')
  isBroken = false
  store.need(0, 50)
  await settle()
  expect(store.error.value).toBeUndefined()
  expect(store.blocksAround(0, 50)).toHaveLength(51)
})

it('loads again what is loaded after a reset', async () => {
  const { store, loaded } = storeOf(new FakeChain(50))
  store.need(0, 50)
  await settle()
  store.reset()
  await settle()
  expect(loaded).toEqual([
    [0, 127],
    [0, 127],
  ])
})

describe('find', () => {
  it('finds the newest block that is wanted, and keeps nothing', async () => {
    const chain = new FakeChain(300)
    chain.reorg(2, 3, 'b')
    const { store, loaded } = storeOf(chain)
    store.need(0, 10)
    await settle()
    const side = await store.find(({ isCanonical }) => !isCanonical)
    expect(side).toMatchObject({ number: 300, isCanonical: false })
    expect(loaded).toEqual([
      [0, 127],
      [46, 301],
    ])
    expect(store.isLoaded(250)).toBe(false)
  })

  it('searches only both ends of a long chain', async () => {
    const { store, loaded } = storeOf(new FakeChain(5_000))
    store.need(0, 10)
    await settle()
    expect(await store.find(() => false)).toBeUndefined()
    expect(loaded).toHaveLength(1 + 8)
    expect(loaded[1]).toEqual([4745, 5000])
    expect(loaded.at(-1)?.[0]).toBe(0)
    expect(await store.find(({ number }) => number === 3)).toMatchObject({ number: 3 })
  })
})
