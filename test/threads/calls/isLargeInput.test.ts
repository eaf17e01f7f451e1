import { expect, it } from 'vitest'
import { isLargeInput } from '../../../src/threads/calls/isLargeInput.ts'

it.each([
  ['nothing', undefined, false],
  ['a call', { call: { to: new Uint8Array(20), data: new Uint8Array(68), gas: 5n } }, false],
  ['16 KiB', new Uint8Array(16_384), false],
  ['one byte more', { data: new Uint8Array(16_385) }, true],
  ['a long text', 'x'.repeat(16_385), true],
  ['300 values, the list included', Array.from({ length: 299 }, () => []), false],
  ['301 values', Array.from({ length: 300 }, () => []), true],
  ['a long list', Array.from({ length: 301 }, () => 1), true],
])('measures %s', (_, input, isLarge) => {
  expect(isLargeInput(input)).toBe(isLarge)
})
