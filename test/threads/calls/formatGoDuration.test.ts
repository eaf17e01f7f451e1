import { expect, it } from 'vitest'
import { formatGoDuration } from '../../../src/threads/calls/formatGoDuration.ts'

// As time.Duration.String of Go writes them.
it.each([
  [20, '20ms'],
  [5000, '5s'],
  [60_000, '1m0s'],
  [90_000, '1m30s'],
  [3_600_000, '1h0m0s'],
  [3_725_000, '1h2m5s'],
])('writes %d milliseconds as %s', (milliseconds, text) => {
  expect(formatGoDuration(milliseconds)).toBe(text)
})
