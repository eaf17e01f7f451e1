import { describe, expect, it } from 'vitest'
import { isRedisAddress, readRedisAddress } from '../../src/log/redisAddress.ts'

describe('readRedisAddress', () => {
  it.each([
    ['redis://localhost', 'redis://localhost', 'ommer', 'redis://localhost?journal=ommer'],
    [
      'rediss://me:secret@db:6380/2?journal=ci.1',
      'rediss://me:secret@db:6380/2',
      'ci.1',
      'rediss://me:***@db:6380/2?journal=ci.1',
    ],
  ])('%s', (text, url, journal, shown) => {
    expect(isRedisAddress(text)).toBe(true)
    expect(readRedisAddress(text)).toEqual({ url, journal, shown })
  })

  it.each([
    ['redis://', 'it is no address of a Redis'],
    ['redis:///1', 'it is no address of a Redis'],
    ['redis://host/one', 'its path must be the number of a database'],
    ['redis://host?name=x', "there is no parameter 'name'"],
    [
      'redis://host?journal=a/b',
      '\'a/b\' is no name: it has 1 to 64 letters, digits, "_", "." and "-"',
    ],
  ])('%s: %s', (text, problem) => {
    expect(() => readRedisAddress(text)).toThrow(
      `--journal: ${problem}: want redis://HOST:PORT?journal=NAME`,
    )
  })

  it('takes no path of a file for one', () => {
    expect(['./redis', 'redis', '/redis://x'].map(isRedisAddress)).toEqual([false, false, false])
  })
})
