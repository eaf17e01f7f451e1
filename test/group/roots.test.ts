import { describe, expect, it } from 'vitest'
import { Roots } from '../../src/group/roots.ts'

function rootsOf(pairs: readonly (readonly [key: string, leader: string])[]): Roots {
  const roots = new Roots([])
  for (const [key, leader] of pairs) roots.join(key, leader)
  return roots
}

describe('Roots', () => {
  it('keeps endpoints that follow each other together, in whichever order it is told', () => {
    const pairs = [
      ['b', 'a'],
      ['d', 'c'],
      ['c', 'b'],
      ['a', 'e'],
    ] as const
    for (const order of [pairs, pairs.toReversed()]) {
      const roots = rootsOf(order)
      expect(new Set(['a', 'b', 'c', 'd', 'e'].map((key) => roots.rootOf(key)))).toEqual(
        new Set(['e']),
      )
    }
  })

  it('names each family after the one that the others follow', () => {
    const roots = rootsOf([['follower', 'leader']])
    expect(['follower', 'leader', 'other'].map((key) => roots.rootOf(key))).toEqual([
      'leader',
      'leader',
      'other',
    ])
  })

  it('survives endpoints that follow each other in a circle', () => {
    const roots = rootsOf([
      ['one', 'two'],
      ['two', 'three'],
      ['two', 'one'],
      ['three', 'one'],
      ['one', 'one'],
    ])
    expect(['one', 'two', 'three'].map((key) => roots.rootOf(key))).toEqual(Array(3).fill('three'))
  })

  it('knows the other names of keys that have joined a family', () => {
    const roots = new Roots([{ key: 'dev' }, { key: 'geth', endpointOf: 'dev' }])
    roots.join('dev', 'leader')
    expect(roots.rootOf('geth')).toBe('leader')
    expect(roots.keysOf('leader').toSorted()).toEqual(['dev', 'geth', 'leader'])
  })
})
