import { expect, it } from 'vitest'
import { addressedKey } from '../../src/server/addressedKey.ts'

it.each([
  ['/v3/dev', 'dev'],
  ['/v3/dev/?x=1', 'dev'],
  ['/ws/v3/dev?explorer', 'dev'],
  ['/control/dev', 'dev'],
  ['/contracts/dev', 'dev'],
  ['/explorer/dev', 'dev'],
  ['/beacon/dev/eth/v1/config/spec', 'dev'],
  ['http://host/beacon/dev/eth/v1/beacon/blobs/1?x=/', 'dev'],
  ['/eth/v1/beacon/genesis', 'geth'],
  ['http://host:1/v3/dev', 'dev'],
  ['/', 'geth'],
  ['', 'geth'],
  ['/health', undefined],
  ['/explorer/assets/main.js', undefined],
  ['/v3/a/b', undefined],
])('finds in %s the key %s', (address, key) => {
  expect(addressedKey(address, 'geth')).toBe(key)
})

it('finds no key at the root address where none is assumed', () => {
  expect(addressedKey('/', undefined)).toBeUndefined()
  expect(addressedKey('/eth/v1/beacon/genesis', undefined)).toBeUndefined()
})
