import { expect, test } from 'vitest'
import { Families } from '../../src/group/families.ts'

test('a family has the other names of keys that have joined it', () => {
  const families = new Families([{ key: 'dev' }, { key: 'geth', endpointOf: 'dev' }])
  families.join('dev', 'leader')
  expect(families.rootOf('geth')).toBe('leader')
  expect(families.keysOf({ root: 'leader' }).toSorted()).toEqual(['dev', 'geth', 'leader'])
})

test('keys that have joined each other are one family', () => {
  const families = new Families([])
  families.join('one', 'two')
  families.join('two', 'three')
  families.join('two', 'one')
  families.join('three', 'one')
  expect(['one', 'two', 'three'].map((key) => families.rootOf(key))).toEqual(Array(3).fill('three'))
})
