import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutTree, type TreeBlock } from '../../src/drawing/treeLayout.ts'
import { treeBlock } from '../support/treeBlock.ts'

/** A chain of canonical blocks, from 0. */
function canonical(length: number): TreeBlock[] {
  return Array.from({ length }, (_, number) =>
    treeBlock(`c${number}`, number, `c${number - 1}`, { isCanonical: true }),
  )
}

function lanesOf(blocks: readonly TreeBlock[]): Record<string, number> {
  const { byHash } = layoutTree(blocks)
  return Object.fromEntries([...byHash].map(([hash, { lane }]) => [hash, lane]))
}

describe('layoutTree', () => {
  it('places the canonical branch in lane 0', () => {
    expect(lanesOf(canonical(3))).toEqual({ c0: 0, c1: 0, c2: 0 })
  })

  it('places nothing for no blocks', () => {
    expect(layoutTree([])).toEqual({
      blocks: [],
      byHash: new Map(),
      edges: [],
      lanes: { first: 0, last: 0 },
    })
  })

  it('places uncles above the canonical branch, those of one number above each other', () => {
    const uncle = { isUncle: true, includedBy: 'c3' }
    const blocks = [
      ...canonical(3),
      treeBlock('c3', 3, 'c2', { isCanonical: true, uncles: ['u1', 'u2'] }),
      treeBlock('u1', 2, 'c1', uncle),
      treeBlock('u2', 2, 'c1', uncle),
    ]
    expect(lanesOf(blocks)).toMatchObject({ u1: -1, u2: -2 })
    expect(layoutTree(blocks).lanes).toEqual({ first: -2, last: 0 })
  })

  it('connects an uncle with its parent and with the block that includes it', () => {
    const blocks = [
      ...canonical(2),
      treeBlock('c2', 2, 'c1', { isCanonical: true, uncles: ['u'] }),
      treeBlock('u', 1, 'c0', { isUncle: true, includedBy: 'c2' }),
    ]
    const edges = layoutTree(blocks).edges.map(
      ({ kind, from, to }) => `${kind} ${from.block.hash} ${to.block.hash}`,
    )
    expect(edges.sort()).toEqual(['parent c0 c1', 'parent c0 u', 'parent c1 c2', 'uncle u c2'])
  })

  it('places a side branch below, and another of the same numbers below that', () => {
    const blocks = [
      ...canonical(5),
      treeBlock('a2', 2, 'c1'),
      treeBlock('a3', 3, 'a2'),
      treeBlock('b3', 3, 'c2'),
    ]
    expect(lanesOf(blocks)).toMatchObject({ a2: 1, a3: 1, b3: 2 })
  })

  it('uses a lane again once the branch in it has ended', () => {
    const blocks = [...canonical(9), treeBlock('a1', 1, 'c0'), treeBlock('b5', 5, 'c4')]
    expect(lanesOf(blocks)).toMatchObject({ a1: 1, b5: 1 })
  })

  it('keeps the longest branch in its lane where a side branch forks', () => {
    const blocks = [
      ...canonical(6),
      treeBlock('s1', 1, 'c0'),
      treeBlock('a2', 2, 's1'),
      treeBlock('z2', 2, 's1'),
      treeBlock('z3', 3, 'z2'),
    ]
    expect(lanesOf(blocks)).toMatchObject({ s1: 1, z2: 1, z3: 1, a2: 2 })
  })

  it('places an uncle of a side branch, and an uncle with children, below', () => {
    const blocks = [
      ...canonical(3),
      treeBlock('s2', 2, 'c1', { uncles: ['u1'] }),
      treeBlock('u1', 1, 'c0', { isUncle: true, includedBy: 's2' }),
      treeBlock('p1', 1, 'c0', { isUncle: true, includedBy: 'c2' }),
      treeBlock('p2', 2, 'p1'),
    ]
    const { byHash } = layoutTree(blocks)
    for (const hash of ['s2', 'u1', 'p1', 'p2']) {
      expect(byHash.get(hash)).toMatchObject({ kind: 'side' })
      expect(byHash.get(hash)?.lane).toBeGreaterThan(0)
    }
  })

  it('places blocks whose parents are unknown', () => {
    expect(lanesOf([treeBlock('x', 7, 'unknown'), ...canonical(2)])).toMatchObject({ x: 1 })
  })

  it('gives each block a place of its own, the same for any order of the blocks', () => {
    fc.assert(
      fc.property(randomTree(), fc.integer(), (blocks, seed) => {
        const layout = layoutTree(blocks)
        const places = layout.blocks.map(({ block, lane }) => `${block.number} ${lane}`)
        expect(new Set(places).size).toBe(blocks.length)
        expect(layout.edges.filter(({ kind }) => kind === 'parent')).toHaveLength(blocks.length - 1)
        const shuffled = blocks.toSorted((one, other) => rank(one, seed) - rank(other, seed))
        expect(lanesOf(shuffled)).toEqual(lanesOf(blocks))
      }),
      { numRuns: 50 },
    )
  })
})

/** A tree whose first block is canonical; each other block has one of the blocks before it as parent. */
function randomTree(): fc.Arbitrary<TreeBlock[]> {
  return fc.array(fc.nat(), { maxLength: 40 }).map((parents) => {
    const blocks = [treeBlock('b0', 0, 'none', { isCanonical: true })]
    for (const [index, choice] of parents.entries()) {
      const parent = blocks[choice % blocks.length] as TreeBlock
      const isFirst = !blocks.some(({ parentHash }) => parentHash === parent.hash)
      const isCanonical = parent.isCanonical && isFirst
      blocks.push(treeBlock(`b${index + 1}`, parent.number + 1, parent.hash, { isCanonical }))
    }
    return blocks
  })
}

function rank({ hash }: TreeBlock, seed: number): number {
  return Math.imul(Number(hash.slice(1)) + 1, seed | 1) % 1009
}
