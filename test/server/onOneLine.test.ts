import { expect, test } from 'vitest'
import { onOneLine } from '../../src/server/onOneLine.ts'

test('escapes line breaks and control characters that JSON leaves as they are', () => {
  const text = 'a\u2028b\u2029c\u0085d\u009be\u007f é 😀 \u0000\n'
  const json = JSON.stringify(text)
  const escaped = onOneLine(json)
  expect(escaped).toBe('"a\\u2028b\\u2029c\\u0085d\\u009be\\u007f é 😀 \\u0000\\n"')
  expect(JSON.parse(escaped)).toBe(text)
})

test('escapes characters that reverse the direction of what follows', () => {
  expect(onOneLine('"a\u202eb\u2066c"')).toBe('"a\\u202eb\\u2066c"')
})
