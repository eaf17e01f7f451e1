import { expect, it } from 'vitest'
import { mineEvery, nextDue } from '../../src/cli/mineEvery.ts'

it.each([
  ['one interval after the last block was due, however long that one took', 1000, 1700, 3000],
  ['at once if that is over, and missed blocks are not made up for', 1000, 7500, 7500],
])('the next block is due %s', (_, due, now, next) => {
  expect(nextDue(due, 2000, now)).toBe(next)
})

it('adds blocks one after another until it is stopped', async () => {
  const stop = new AbortController()
  let blocks = 0
  let isBusy = false
  const extend = async () => {
    expect(isBusy).toBe(false)
    isBusy = true
    await new Promise((resolve) => setImmediate(resolve))
    isBusy = false
    if (++blocks === 5) stop.abort()
  }
  await mineEvery({ extend }, 1, stop.signal)
  expect(blocks).toBe(5)
})
