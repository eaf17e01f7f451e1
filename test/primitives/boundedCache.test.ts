import { expect, it } from 'vitest'
import { BoundedCache } from '../../src/primitives/boundedCache.ts'

it('keeps values, undefined included, and drops the oldest above its bound', () => {
  const cache = new BoundedCache<string, number | undefined>(2)
  const obtained: string[] = []
  const get = (key: string) =>
    cache.get(key, () => {
      obtained.push(key)
      return key === 'none' ? undefined : key.length
    })
  expect([get('none'), get('none'), get('ab'), get('ab')]).toEqual([undefined, undefined, 2, 2])
  expect(get('abc')).toBe(3)
  expect([get('ab'), get('none')]).toEqual([2, undefined])
  expect(obtained).toEqual(['none', 'ab', 'abc', 'none'])
})
