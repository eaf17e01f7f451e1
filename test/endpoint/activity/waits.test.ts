import { expect, it } from 'vitest'
import { ActiveSubscriptions } from '../../../src/endpoint/activity/activeSubscriptions.ts'
import { ReceivedCalls } from '../../../src/endpoint/activity/receivedCalls.ts'
import { Waits } from '../../../src/endpoint/activity/waits.ts'
import { MovedTimers } from '../../support/movedTimers.ts'

it('times out, and then takes no more memory', async () => {
  const timers = new MovedTimers()
  const waits = new Waits(timers)
  const calls = new ReceivedCalls().matching({ method: 'eth_call' }, (matcher) =>
    waits.until(matcher),
  )
  const subscriptions = new ActiveSubscriptions().atLeast(1, 'logs')
  const messages = [calls, waits.until(subscriptions, { timeout: 2500 })].map((wait) =>
    wait.catch(({ message }) => message),
  )
  expect(timers.count).toBe(2)
  timers.advance(3999)
  expect(await messages[1]).toBe(
    '0 of 1 subscriptions to logs exist within 2500 ms; no client has subscribed to anything else',
  )
  expect(timers.count).toBe(1)
  timers.advance(1)
  expect(await messages[0]).toBe('received 0 of 1 eth_call within 4 s; received no calls')
  expect(timers.count).toBe(0)
})

it('sees calls that were read after its time, where the process was blocked until then', async () => {
  const timers = new MovedTimers()
  const calls = new ReceivedCalls()
  const wait = calls.matching({ method: 'eth_call' }, (matcher) => new Waits(timers).until(matcher))
  timers.advance(10_000)
  expect(timers.count).toBe(0)
  calls.add('eth_call', [], 'ok')
  expect(await wait).toHaveLength(1)
})
