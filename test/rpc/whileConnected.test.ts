import { afterEach, expect, test, vi } from 'vitest'
import { whileConnected } from '../../src/rpc/whileConnected.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('ends a wait when its client disconnects, and then checks no more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let isClosed = false
  const wait = whileConnected(
    () => isClosed,
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  vi.advanceTimersByTime(10_000)
  isClosed = true
  vi.advanceTimersByTime(100)
  await expect(wait).rejects.toThrow('the client has disconnected')
  expect(vi.getTimerCount()).toBe(0)
  expect(
    await whileConnected(
      () => true,
      async () => 'done',
    ),
  ).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})
