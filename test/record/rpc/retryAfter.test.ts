import { expect, it } from 'vitest'
import { readRetryAfter } from '../../../src/record/rpc/retryAfter.ts'

const now = Date.UTC(2026, 0, 2, 3, 4, 5)

it.each<[string | null, number | undefined]>([
  ['0', 0],
  [' 7 ', 7000],
  ['1.5', 1500],
  ['Fri, 02 Jan 2026 03:04:15 GMT', 10_000],
  ['Fri, 02 Jan 2026 03:04:00 GMT', 0],
  ['soon', undefined],
  ['-1', undefined],
  ['2026', 2_026_000],
  ['', undefined],
  [null, undefined],
])('reads %j', (value, milliseconds) => {
  expect(readRetryAfter(value, now)).toBe(milliseconds)
})
