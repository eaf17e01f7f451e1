import { describe, expect, it } from 'vitest'
import { layoutTree, type PlacedBlock } from '../../../src/drawing/treeLayout.ts'
import { type Direction, neighbourOf } from '../../../src/explorer/tree/neighbours.ts'
import { treeBlock } from '../../support/treeBlock.ts'

const main = { isCanonical: true }
const layout = layoutTree([
  treeBlock('c0', 0, 'none', main),
  treeBlock('c1', 1, 'c0', main),
  treeBlock('c2', 2, 'c1', main),
  treeBlock('c3', 3, 'c2', { ...main, uncles: ['u2'] }),
  treeBlock('u2', 2, 'c1', { isUncle: true, includedBy: 'c3' }),
  treeBlock('s1', 1, 'c0'),
  treeBlock('s2', 2, 's1'),
])

function from(hash: string, direction: Direction): string | undefined {
  return neighbourOf(layout.byHash.get(hash) as PlacedBlock, direction, layout)?.block.hash
}

describe('neighbourOf', () => {
  it('goes along the chain', () => {
    expect(from('c2', 'left')).toBe('c1')
    expect(from('c1', 'right')).toBe('c2')
    expect(from('c0', 'right')).toBe('c1')
    expect(from('s1', 'right')).toBe('s2')
  })

  it('goes from a branch to the block from which it forks off', () => {
    expect(from('s1', 'left')).toBe('c0')
    expect(from('u2', 'left')).toBe('c1')
  })

  it('goes to the nearest block of another lane', () => {
    expect(from('c2', 'up')).toBe('u2')
    expect(from('c2', 'down')).toBe('s2')
    expect(from('c3', 'up')).toBe('u2')
    expect(from('u2', 'down')).toBe('c2')
    expect(from('s2', 'up')).toBe('c2')
  })

  it('stays at the ends', () => {
    expect(from('c0', 'left')).toBeUndefined()
    expect(from('c3', 'right')).toBeUndefined()
    expect(from('u2', 'up')).toBeUndefined()
  })
})
