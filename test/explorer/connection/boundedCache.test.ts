import { expect, it } from 'vitest'
import { BoundedCache } from '../../../src/explorer/connection/boundedCache.ts'

it('forgets what was not used for longest', () => {
  const cache = new BoundedCache<string, number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
})

it('does not grow when a value is replaced', () => {
  const cache = new BoundedCache<string, number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('b', 3)
  expect([...cache.keys()]).toEqual(['a', 'b'])
})
