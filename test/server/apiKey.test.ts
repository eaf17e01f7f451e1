import { expect, test } from 'vitest'
import { isRootAddress, isWellFormedKey, keyInPath } from '../../src/server/apiKey.ts'

test.each(['dev', 'a', '0123456789abcdef', 'worker-1', 'a_b.c-D', 'x'.repeat(128)])(
  '%s is well-formed',
  (key) => expect(isWellFormedKey(key)).toBe(true),
)

test.each(['', ' ', 'a b', 'a/b', '%41', 'é', 'a\n', 'x'.repeat(129)])(
  '%j is not well-formed',
  (key) => expect(isWellFormedKey(key)).toBe(false),
)

test.each([
  ['/v3/dev', 'dev'],
  ['/v3/dev/', 'dev'],
  ['/v3/dev?x=1', 'dev'],
  ['/v3/dev/?x=/1/', 'dev'],
  ['/v3/', ''],
  ['/v3/%64ev', '%64ev'],
  ['/v3', undefined],
  ['/v3/dev/more', undefined],
  ['/v3/dev//', undefined],
  ['/V3/dev', undefined],
  ['/ws/v3/dev', undefined],
  ['*', undefined],
])('the key in %s is %s', (address, key) => {
  expect(keyInPath(address, '/v3/')).toBe(key)
})

test.each([
  '',
  '/',
  '?',
  '/?',
  '/?x',
  '/?/v3/dev',
  'http://127.0.0.1:8545',
  'http://a.b/?x',
  'HTTP://a?x',
])('%j is the root address', (address) => expect(isRootAddress(address)).toBe(true))

test.each([
  '*',
  '//',
  '/x',
  '/v3/dev',
  '/%',
  'http://a.b/x',
  'http://a.b//',
  '/#',
  'http:',
  'a.b:80',
])('%j is not the root address', (address) => expect(isRootAddress(address)).toBe(false))
