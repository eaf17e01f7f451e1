import { expect, test } from 'vitest'
import { describeChange } from '../../../src/faults/corrupt/describeChange.ts'

const bloom = `0x${'0'.repeat(512)}`

test.each([
  ['a', '0x1', null, 'a: 0x1 -> null'],
  ['a', 5, '5', 'a: 5 -> "5"'],
  ['a', 'x', true, 'a: "x" -> true'],
  ['a', [], { b: 1 }, 'a: [] -> {"b":1}'],
  ['a', ['0x1', '0x2', '0x3'], ['0x1', '0x3'], 'a[1]: 0x2 is missing'],
  ['a', ['0x1', '0x1'], ['0x1'], 'a[1]: 0x1 is missing'],
  ['a', [1, 2], [3], 'a: [1,2] -> [3]'],
  ['a', [1, 2, 3], [1], 'a: [1,2,3] -> [1]'],
  ['', [{ n: 1 }], [], '[0]: {"n":1} is missing'],
  [
    'bloom',
    bloom,
    `${bloom.slice(0, 500)}8${bloom.slice(501)}`,
    `bloom: …${'0'.repeat(34)} -> …${'0'.repeat(20)}8${'0'.repeat(13)}`,
  ],
  ['data', bloom, '0x', `data: ${bloom.slice(0, 66)}… -> 0x`],
  ['a.'.repeat(40), 1, 2, `${'a.'.repeat(20)}…: 1 -> 2`],
])('%s: %j to %j', (path, before, after, description) => {
  expect(describeChange(path, before, after)).toBe(description)
})
