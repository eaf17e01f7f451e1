import { expect, test } from 'vitest'
import { quoteLargeIntegers } from '../../src/primitives/largeIntegers.ts'

test.each([
  ['{"v":9007199254740991}', '{"v":9007199254740991}'],
  ['{"v":9007199254740992}', '{"v":"9007199254740992"}'],
  ['[-1234567890123456789,1]', '["-1234567890123456789",1]'],
  ['{"v":"1234567890123456789"}', '{"v":"1234567890123456789"}'],
  ['{"a\\"1234567890123456789":1}', '{"a\\"1234567890123456789":1}'],
  [
    '[1234567890123456789.5,1234567890123456789e1]',
    '[1234567890123456789.5,1234567890123456789e1]',
  ],
])('rewrites %s as %s', (json, quoted) => expect(quoteLargeIntegers(json, 1)).toBe(quoted))

test('leaves integers that are not deep enough', () => {
  const json = '{"id":1234567890123456789,"params":[{"v":1234567890123456789}]}'
  const quoted = '{"id":1234567890123456789,"params":[{"v":"1234567890123456789"}]}'
  expect(quoteLargeIntegers(json, 3)).toBe(quoted)
})
