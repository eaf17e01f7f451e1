import { describe, expect, it } from 'vitest'
import { Owners } from '../../../src/group/supervisor/owners.ts'

function ownersOf(
  count: number,
  pairs: readonly (readonly [key: string, leader: string])[],
): Owners {
  const owners = new Owners(count)
  for (const [key, leader] of pairs) owners.follow(key, leader)
  return owners
}

const keys = Array.from({ length: 2000 }, (_, index) => `key-${index}`)

describe('Owners', () => {
  it.each([1, 2, 3, 8])('gives each of %d workers about as many keys', (count) => {
    const owners = new Owners(count)
    const counts = new Array<number>(count).fill(0)
    for (const key of keys) counts[owners.of(key)] = (counts[owners.of(key)] ?? 0) + 1
    for (const each of counts) expect(each).toBeGreaterThan((0.75 * keys.length) / count)
  })

  it('keeps endpoints that follow each other together, in whichever order it is told', () => {
    const pairs = [
      ['b', 'a'],
      ['d', 'c'],
      ['c', 'b'],
      ['a', 'e'],
    ] as const
    for (const order of [pairs, pairs.toReversed()]) {
      const owners = ownersOf(7, order)
      const found = new Set(['a', 'b', 'c', 'd', 'e'].map((key) => owners.of(key)))
      expect(found).toEqual(new Set([new Owners(7).of('e')]))
    }
  })

  it('names each family after the one that the others follow', () => {
    const owners = ownersOf(5, [['follower', 'leader']])
    expect(['follower', 'leader', 'other'].map((key) => owners.rootOf(key))).toEqual([
      'leader',
      'leader',
      'other',
    ])
  })

  it('survives endpoints that follow each other in a circle', () => {
    const owners = ownersOf(5, [
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'a'],
    ])
    expect(owners.of('a')).toBe(owners.of('b'))
  })
})
