import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { Block } from '../../src/chain/encoding/block.ts'
import { type TreeRange, TreeSlice } from '../../src/formats/treeSlice.ts'
import type { Hex } from '../../src/primitives/hex.ts'

const chain = await createChain({ preset: 'pow', blocks: 20, uncleRate: [1, 2] })

describe('a range of a tree', () => {
  it('begins and ends with the requested blocks', () => {
    const range = new TreeSlice(chain.tree, { from: 4, to: 9, sideBranches: true })
    expect([range.first.number, range.head.number]).toEqual([4, 9])
    for (let number = 0; number <= 20; number++) {
      const block = chain.tree.byNumber(number)
      const isIn = number >= 4 && number <= 9
      expect(range.byNumber(number)).toBe(isIn ? block : undefined)
      expect(range.byHash(block?.hash as Hex)).toBe(isIn ? block : undefined)
      for (const { hash } of (chain.blockByNumber(number) as Block).transactions) {
        expect(range.transaction(hash)).toEqual(isIn ? chain.tree.transaction(hash) : undefined)
      }
    }
    expect(range.transaction(`0x${'00'.repeat(32)}`)).toBeUndefined()
  })

  it.each([true, false])(
    'includes the blocks of other branches when requested: %s',
    (sideBranches) => {
      const range = new TreeSlice(chain.tree, { from: 4, to: 9, sideBranches })
      const inRange = chain.tree.sideBlocks.filter(({ number }) => number >= 4 && number <= 9)
      expect(inRange.length).toBeGreaterThan(0)
      expect(inRange.length).toBeLessThan(chain.tree.sideBlocks.length)
      expect(range.sideBlocks).toEqual(sideBranches ? inRange : [])
      for (const block of chain.tree.sideBlocks) {
        const isIn = sideBranches && inRange.includes(block)
        expect(range.byHash(block.hash)).toBe(isIn ? block : undefined)
        expect(range.isMain(block)).toBe(false)
      }
      expect(range.isMain(range.head)).toBe(true)
    },
  )

  it('includes the blocks of other branches above the head if it ends with the head', async () => {
    const longer = await createChain({ blocks: 6 })
    const branch = await longer.branch(5, 'longer', () => {}, { length: 3 })
    const hashesOf = (range: TreeRange) =>
      new TreeSlice(longer.tree, range).sideBlocks.map(({ hash }) => hash)
    expect(hashesOf({ from: 2, to: 6, sideBranches: true })).toEqual(branch.map(({ hash }) => hash))
    expect(hashesOf({ from: 2, to: 5, sideBranches: true })).toEqual([])
    expect(hashesOf({ from: 2, to: 6, sideBranches: false })).toEqual([])
  })

  it('stays unchanged when the chain grows', async () => {
    const growing = await createChain({ blocks: 3 })
    const range = new TreeSlice(growing.tree, { from: 0, to: 3, sideBranches: true })
    await growing.extend(2)
    expect(range.head.number).toBe(3)
    expect(range.byNumber(4)).toBeUndefined()
    expect(range.byHash(growing.tree.head.hash)).toBeUndefined()
  })
})
