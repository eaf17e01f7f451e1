import { expect, test } from 'vitest'
import { firstOfEachChain } from '../../src/scenario/firstOfEachChain.ts'

test('finds the first endpoint of each chain, in their order', () => {
  const endpoints = [
    { key: 'b', chain: 'second' },
    { key: 'a' },
    { key: 'c', chain: 'second' },
    { key: 'd' },
  ]
  expect(firstOfEachChain(endpoints).map(({ key }) => key)).toEqual(['b', 'a'])
})
