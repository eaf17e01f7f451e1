import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { RequestThrottle } from '../../../src/record/rpc/requestThrottle.ts'
import { fakeClock } from '../../support/fakeClock.ts'

/** Work that ends on demand. */
function manual(throttle: RequestThrottle, count: number) {
  const ends: (() => void)[] = []
  const all = Array.from({ length: count }, () =>
    throttle.run(() => new Promise<void>((resolve) => ends.push(resolve))),
  )
  return { ends, all: Promise.all(all) }
}

describe('RequestThrottle', () => {
  it('allows up to its maximum of requests, and the next when one has ended', async () => {
    const throttle = new RequestThrottle(3, fakeClock(), new AbortController().signal)
    const { ends, all } = manual(throttle, 5)
    await turn()
    expect(ends).toHaveLength(3)
    ends[1]?.()
    await turn()
    expect(ends).toHaveLength(4)
    for (let at = 0; at < 5; at++) {
      ends[at]?.()
      await turn()
    }
    await all
  })

  it('waits after a rate limit, then allows half as many requests, and more over time', async () => {
    const clock = fakeClock()
    const throttle = new RequestThrottle(4, clock, new AbortController().signal)
    throttle.slowDown(1000)
    throttle.slowDown(700)
    const { ends, all } = manual(throttle, 40)
    await turn()
    expect(clock.waits).toContain(1000)
    expect(clock.now()).toBeGreaterThanOrEqual(1000)
    expect(ends).toHaveLength(2)
    let most = 0
    for (let at = 0; at < 40; at++) {
      most = Math.max(most, ends.length - at)
      ends[at]?.()
      await turn()
    }
    await all
    expect(most).toBe(4)
  })

  it('passes on a failure and continues', async () => {
    const throttle = new RequestThrottle(1, fakeClock(), new AbortController().signal)
    const failed = throttle.run(() => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    expect(await throttle.run(async () => 7)).toBe(7)
  })

  it('allows no requests after it is aborted', async () => {
    const stop = new AbortController()
    const throttle = new RequestThrottle(1, fakeClock(), stop.signal)
    const { ends, all } = manual(throttle, 3)
    const reason = new Error('over')
    const refused = expect(all).rejects.toBe(reason)
    stop.abort(reason)
    await refused
    expect(ends).toEqual([])
  })
})
