import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from '../../src/primitives/editDistance.ts'

test.each([
  ['', '', 0],
  ['kitten', 'sitting', 3],
  ['abc', 'acb', 1],
  ['ca', 'abc', 3],
  ['', 'ab', 2],
  ['eth_getBlockByNumber', 'eth_getBlockByNumbr', 1],
  ['eth_getBlockByNumber', 'eth_getBlokcByNumber', 1],
  ['eth_getBlockByNumber', 'eht_getBlockByNumer', 2],
])('returns the distance of %s and %s', (one, other, distance) => {
  expect(editDistance(one, other, 3)).toBe(distance)
  expect(editDistance(other, one, 3)).toBe(distance)
})

test('matches the recursive definition, up to the given limit', () => {
  const defined = (one: string, other: string): number => {
    if (one === '' || other === '') return one.length + other.length
    const [a, b] = [one.slice(0, -1), other.slice(0, -1)]
    const same = one.at(-1) === other.at(-1) ? 0 : 1
    const ways = [defined(a, other) + 1, defined(one, b) + 1, defined(a, b) + same]
    if (one.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1)) {
      ways.push(defined(one.slice(0, -2), other.slice(0, -2)) + 1)
    }
    return Math.min(...ways)
  }
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 }).map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, fc.nat(4), (one, other, most) => {
      const distance = defined(one, other)
      expect(editDistance(one, other, most)).toBe(distance > most ? undefined : distance)
    }),
    { numRuns: 100 },
  )
})
