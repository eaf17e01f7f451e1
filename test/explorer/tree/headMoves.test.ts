import { describe, expect, it } from 'vitest'
import type { TreeBlock } from '../../../src/drawing/treeLayout.ts'
import { callOf, describeMove, headMovesTo } from '../../../src/explorer/tree/headMoves.ts'
import { treeBlock } from '../../support/treeBlock.ts'

const main = { isCanonical: true }
const blocks = new Map(
  [
    treeBlock('c0', 0, 'none', main),
    treeBlock('c1', 1, 'c0', main),
    treeBlock('c2', 2, 'c1', main),
    treeBlock('c3', 3, 'c2', main),
    treeBlock('s2', 2, 'c1'),
    treeBlock('s3', 3, 's2'),
    treeBlock('n4', 4, 'c3'),
    treeBlock('x9', 9, 'unknown'),
  ].map((block) => [block.hash, block]),
)
const get = (hash: string) => blocks.get(hash) as TreeBlock
const movesTo = (hash: string) => headMovesTo(get(hash), get('c3'), (each) => blocks.get(each))

describe('headMovesTo', () => {
  it('offers to replace or to roll back the blocks above a canonical one', () => {
    expect(movesTo('c1').options).toEqual([
      { kind: 'replace', removed: 2, added: 3, fork: 1 },
      { kind: 'rollback', removed: 2, added: 0, fork: 1 },
    ])
  })

  it('offers to switch to another branch', () => {
    expect(movesTo('s3').options).toEqual([{ kind: 'switch', removed: 2, added: 2, fork: 1 }])
  })

  it('offers to go forward to a block that follows the head', () => {
    expect(movesTo('n4').options).toEqual([{ kind: 'forward', removed: 0, added: 1, fork: 3 }])
  })

  it('says why a block cannot become the head', () => {
    expect(movesTo('c3')).toEqual({ options: [], problem: 'This block is the head already.' })
    expect(movesTo('x9').problem).toMatch('not loaded')
  })
})

describe('callOf', () => {
  const call = (hash: string, index = 0, settings = {}) => {
    const option = movesTo(hash).options[index]
    if (option === undefined) throw new Error('there is no such option')
    return callOf(option, get(hash), settings)
  }

  it('is the call of a move', () => {
    expect(call('c1')).toEqual({ name: 'reorg', params: [{ depth: 2, length: 3 }] })
    expect(call('c1', 1)).toEqual({ name: 'rollback', params: [2] })
    expect(call('s3')).toEqual({ name: 'reorg', params: [{ to: 's3' }] })
    expect(call('n4')).toEqual({ name: 'advanceTo', params: ['n4'] })
  })

  it('has the chosen length, and force', () => {
    const settings = { length: 5, force: true }
    expect(call('c1', 0, settings).params).toEqual([{ depth: 2, length: 5, force: true }])
    expect(call('s3', 0, settings).params).toEqual([{ to: 's3', force: true }])
  })
})

it('describes each move', () => {
  const texts = ['c1', 'c2', 's3', 'n4'].flatMap((hash) => movesTo(hash).options.map(describeMove))
  expect(texts).toEqual([
    'Reorganize: new blocks replace the 2 blocks above block 1.',
    'Roll back: the head returns to block 1, and 2 blocks above it leave the chain.',
    'Reorganize: new blocks replace the 1 block above block 2.',
    'Roll back: the head returns to block 2, and 1 block above it leaves the chain.',
    'Reorganize to this branch: 2 blocks above block 1 leave the chain, 2 blocks join it.',
    'Advance: the head moves forward by 1 block.',
  ])
})
