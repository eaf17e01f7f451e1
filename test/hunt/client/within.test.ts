import { afterEach, expect, test, vi } from 'vitest'
import { within } from '../../../src/hunt/client/within.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('returns what the function does, or fails as it does', async () => {
  expect(await within('rows', Promise.resolve(3))).toBe(3)
  expect(await within('rows', 4)).toBe(4)
  await expect(within('rows', Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})

test('does not wait for ever', async () => {
  vi.useFakeTimers()
  const late = expect(within('stop', new Promise(() => {}))).rejects.toMatchObject({
    code: 'CLIENT_FAILED',
    message: 'stop: it did not return within 65 s',
  })
  await vi.advanceTimersByTimeAsync(65_000)
  await late
})
