import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ReceivedCondition } from '../../../src/endpoint/activity/callMatcher.ts'
import { allUnusedFor, ClientActivity } from '../../../src/endpoint/activity/clientActivity.ts'
import { WaitError } from '../../../src/endpoint/activity/waitError.ts'
import { doneWithin } from '../../support/until.ts'

afterEach(() => {
  vi.useRealTimers()
})

const now = { timeout: 0 }

function activityWith(...methods: string[]): ClientActivity {
  const activity = new ClientActivity()
  for (const method of methods) activity.addCall(method, [], 'ok')
  return activity
}

describe('received', () => {
  it('agrees with a plain list of calls', async () => {
    const method = fc.constantFrom('a', 'b', 'c')
    const call = fc.record({ method, params: fc.constantFrom([1], [2], [1, 2]) })
    const condition = fc.record(
      {
        method: fc.oneof(method, fc.uniqueArray(method, { minLength: 1 })),
        params: fc.constantFrom([], [1], [null, 2]),
        count: fc.integer({ min: 1, max: 6 }),
      },
      { requiredKeys: [] },
    )
    const property = fc.asyncProperty(
      fc.array(call, { maxLength: 12 }),
      fc.nat(12),
      fc.nat(12),
      condition,
      async (calls, before, during, wanted) => {
        const activity = new ClientActivity()
        const add = (list: typeof calls) => {
          for (const { method, params } of list) activity.addCall(method, params, 'ok')
        }
        add(calls.slice(0, before))
        const since = activity.counts
        add(calls.slice(before, before + during))
        const { count = 1 } = wanted
        // Some calls were received before the wait, and some during it.
        const wait = activity.received({ ...wanted, since }, now)
        const found = wait.catch((error) => error)
        add(calls.slice(before + during))
        const matching = calls.slice(before).filter((one) => isWanted(one, wanted))
        const result = await found
        if (matching.length < count) expect(result).toMatchObject({ code: 'TIMED_OUT' })
        else expect(result).toMatchObject(matching.slice(0, count))
      },
    )
    await fc.assert(property)
  })

  it('resolves when the last call is received, with the first calls', async () => {
    const activity = activityWith('eth_call', 'eth_getLogs')
    const wait = activity.received({ method: 'eth_getLogs', count: 2 }, {})
    activity.addCall('eth_getLogs', [{}], 'UNKNOWN_BLOCK')
    activity.addCall('eth_getLogs', [{}], 'ok')
    expect(await wait).toEqual([
      { method: 'eth_getLogs', params: [], call: 1, outcome: 'ok' },
      { method: 'eth_getLogs', params: [{}], call: 2, outcome: 'UNKNOWN_BLOCK' },
    ])
  })

  it('says what was received instead', async () => {
    const activity = activityWith('eth_getLogs', 'eth_chainId', 'eth_getLogs', 'net_version')
    for (let call = 0; call < 14; call++) activity.addCall('eth_blockNumber', [], 'ok')
    const wait = (condition: ReceivedCondition) => activity.received(condition, now)
    await expect(wait({ method: 'eth_getLogs', count: 3 })).rejects.toThrow(
      new WaitError(
        'TIMED_OUT',
        'received 2 of 3 eth_getLogs; also received eth_blockNumber ×14, eth_chainId, net_version',
      ),
    )
    await expect(wait({ method: ['eth_call', 'eth_getCode'] })).rejects.toThrow(
      'received 0 of 1 eth_call or eth_getCode; also received eth_blockNumber ×14, eth_getLogs ×2, eth_chainId, net_version',
    )
    await expect(wait({ method: 'eth_getLogs', params: [{ address: '0x1' }] })).rejects.toThrow(
      'received 0 of 1 eth_getLogs with these params; received eth_blockNumber ×14, eth_getLogs ×2,',
    )
    await expect(wait({ count: 19 })).rejects.toThrow('received 18 of 19 calls; received no others')
    const since = activity.counts
    await expect(wait({ method: 'eth_getLogs', since })).rejects.toThrow(
      'received 0 of 1 eth_getLogs; received no calls',
    )
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) activity.addCall(name, [], 'ok')
    await expect(wait({ method: 'eth_getLogs', since })).rejects.toThrow(
      'also received a, b, c, d, e, 2 other methods',
    )
  })

  it('refuses counts that are not of the endpoint', async () => {
    const activity = activityWith('eth_call')
    await expect(activity.received({ since: { eth_call: 2 } }, now)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('since.eth_call: the endpoint has received 1 of these'),
    })
  })

  it('is rejected with the error of a function that fails, and calls are still counted', async () => {
    const activity = activityWith()
    const wait = activity.received({ params: ([first]) => first.not.there }, {})
    activity.addCall('eth_call', [{}], 'ok')
    await expect(wait).rejects.toThrow(TypeError)
    expect(activity.counts).toEqual({ eth_call: 1 })
  })

  it('matches params that are too long to be kept only when they arrive', async () => {
    const long = '0x'.padEnd(200_000, 'f')
    const activity = activityWith()
    const condition = { params: (params: readonly unknown[]) => params[0] === long }
    const wait = activity.received(condition, {})
    activity.addCall('eth_call', [long], 'ok')
    expect(await wait).toEqual([{ method: 'eth_call', call: 1, outcome: 'ok' }])
    await expect(activity.received(condition, now)).rejects.toMatchObject({ code: 'TIMED_OUT' })
    expect(await activity.received({ method: 'eth_call' }, now)).toHaveLength(1)
  })

  it('counts calls that are no longer kept, and leaves them out of the result', async () => {
    const activity = new ClientActivity()
    for (let call = 1; call <= 5000; call++) activity.addCall('eth_call', [call], 'ok')
    const wait = (count: number) => activity.received({ method: 'eth_call', count }, now)
    expect(await wait(4000)).toEqual([])
    expect((await wait(4002)).map(({ params }) => params)).toEqual([[4001], [4002]])
    await expect(wait(5001)).rejects.toMatchObject({ code: 'TIMED_OUT' })
  })

  it('counts calls of any number of methods in bounded memory', async () => {
    const activity = new ClientActivity()
    for (let call = 0; call < 5000; call++) activity.addCall(`made_up${call}`, [], 'ok')
    activity.addCall('x'.repeat(1_000_000), [], 'ok')
    const { 'other methods': others, ...named } = activity.counts
    expect(Object.keys(named)).toHaveLength(200)
    expect(others).toBe(5001 - 200)
    expect(await activity.received({ count: 5001 }, now)).toHaveLength(1000)
    const since = activity.counts
    const later = activity.received({ method: 'made_up4990', since }, {})
    activity.addCall('made_up4990', [1], 'ok')
    expect(await later).toMatchObject([{ method: 'made_up4990', params: [1] }])
    expect(await activity.received({ method: 'made_up4990', since }, now)).toHaveLength(1)
    expect(await activity.received({ method: 'made_up4990', count: 2 }, now)).toHaveLength(2)
  })
})

describe('a wait', () => {
  it('ends while the test replaces timers', async () => {
    vi.useFakeTimers()
    const activity = activityWith('eth_call')
    expect(await activity.received({}, {})).toHaveLength(1)
    await activity.idle({})
  })

  it('ends when its signal is aborted', async () => {
    const activity = activityWith()
    const controller = new AbortController()
    const wait = activity.idle({ signal: AbortSignal.abort('before') })
    await expect(wait).rejects.toBe('before')
    const other = activity.received({}, { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(other).rejects.toThrow('enough')
  })

  it('is rejected when the endpoint closes, and afterwards', async () => {
    const activity = activityWith()
    const waits = [activity.received({}, {}), activity.subscribed('newHeads', 1, {})]
    activity.close('the server is closed')
    activity.close('the endpoint is closed')
    const closed = { code: 'CLOSED', message: 'the server is closed' }
    for (const wait of waits) await expect(wait).rejects.toMatchObject(closed)
    for (const wait of [activity.received({}, now), activity.idle(now)]) {
      await expect(wait).rejects.toMatchObject(closed)
    }
  })

  it('is refused above the limit, until others have ended', async () => {
    const activity = activityWith()
    const waits = Array.from({ length: 1000 }, () => activity.received({}, {}))
    await expect(activity.received({}, {})).rejects.toMatchObject({ code: 'TOO_MANY_WAITS' })
    activity.addCall('eth_call', [], 'ok')
    await Promise.all(waits)
    expect(await activity.received({}, {})).toHaveLength(1)
  })
})

describe('subscriptions', () => {
  it('are waited for, and for their end', async () => {
    const activity = activityWith()
    const both = activity.subscribed('newHeads', 2, {})
    await activity.unsubscribed('newHeads', now)
    activity.changeSubscriptions('newHeads', 1)
    activity.changeSubscriptions('logs', 1)
    await activity.subscribed('newHeads', 1, now)
    await expect(activity.subscribed('newHeads', 2, now)).rejects.toThrow(
      '1 of 2 subscriptions to newHeads exist; others: logs ×1',
    )
    await expect(activity.unsubscribed('newHeads', now)).rejects.toThrow(
      '1 subscriptions to newHeads still exist',
    )
    activity.changeSubscriptions('newHeads', 1)
    await both
    const none = activity.unsubscribed('newHeads', {})
    activity.changeSubscriptions('newHeads', -1)
    activity.changeSubscriptions('newHeads', -1)
    await none
  })
})

describe('idle', () => {
  it('resolves when all work has ended, and no other has begun in the same round', async () => {
    const activity = activityWith()
    await activity.idle(now)
    activity.begin('requests')
    activity.begin('moves')
    await expect(activity.idle(now)).rejects.toThrow(
      'not idle: still has unanswered requests, moves in progress',
    )
    let isIdle = false
    const idle = activity.idle({}).then(() => {
      isIdle = true
    })
    activity.end('moves')
    activity.end('requests')
    activity.begin('delays')
    await doneWithin(10, new Promise((resolve) => setImmediate(() => setImmediate(resolve))))
    expect(isIdle).toBe(false)
    activity.end('delays')
    await idle
  })
})

it('counts requests, moves and connections as use, and not what its timer mines', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const activity = activityWith()
  vi.advanceTimersByTime(5000)
  activity.begin('mining')
  activity.end('mining')
  expect(activity.unusedFor).toBe(5000)
  const onUse = vi.fn()
  activity.onNextUse(onUse)
  activity.begin('requests')
  expect(onUse).toHaveBeenCalledTimes(1)
  activity.end('requests')
  expect(activity.unusedFor).toBe(0)
  expect(allUnusedFor()).toBe(0)
  vi.advanceTimersByTime(10)
  expect(activity.unusedFor).toBe(10)
  expect(onUse).toHaveBeenCalledTimes(1)
})

it('ends a wait after its time limit while a test replaces timers', async () => {
  vi.useFakeTimers()
  try {
    const waiting = activityWith().received({ method: 'x' }, { timeout: 1 })
    await expect(waiting).rejects.toMatchObject({ code: 'TIMED_OUT' })
  } finally {
    vi.useRealTimers()
  }
})

function isWanted(
  { method, params }: { readonly method: string; readonly params: readonly number[] },
  wanted: { readonly method?: string | string[]; readonly params?: readonly (number | null)[] },
): boolean {
  const methods = [wanted.method ?? method].flat()
  const contained = wanted.params ?? []
  return (
    methods.includes(method) &&
    contained.every((one, index) => one === null || one === params[index])
  )
}
