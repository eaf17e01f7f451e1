import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ClientActivity } from '../../src/endpoint/activity/clientActivity.ts'
import { MiningTimer } from '../../src/endpoint/miningTimer.ts'
import { miningTurns } from '../../src/endpoint/miningTurns.ts'

let activity: ClientActivity
let mined: number
let mayMine: boolean

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(miningTurns, 'take').mockImplementation((work) => work())
  activity = new ClientActivity()
  mined = 0
  mayMine = true
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function start(restsUnused: boolean): MiningTimer {
  const isOfClients = restsUnused
  return new MiningTimer(1, {
    activity,
    isOfClients,
    restsUnused,
    mayMine: () => mayMine,
    async mine() {
      activity.begin('mining')
      mined++
      activity.end('mining')
    },
  })
}

it('stops when the endpoint was unused for a minute', async () => {
  start(true)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(mined).toBe(59)
  expect(vi.getTimerCount()).toBe(0)
})

it('continues one interval after the next request begins, and makes up for nothing', async () => {
  start(true)
  await vi.advanceTimersByTimeAsync(600_000)
  activity.begin('requests')
  await vi.advanceTimersByTimeAsync(999)
  expect(mined).toBe(59)
  await vi.advanceTimersByTimeAsync(2001)
  expect(mined).toBe(62)
})

it('does not stop while a connection is open, or a request is in progress', async () => {
  start(true)
  activity.changeConnections(1)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(mined).toBe(100)
  activity.begin('requests')
  activity.changeConnections(-1)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(mined).toBe(200)
  activity.end('requests')
  await vi.advanceTimersByTimeAsync(100_000)
  expect(mined).toBe(259)
})

it('does not stop at an endpoint that the owner of the server has named', async () => {
  start(false)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(mined).toBe(600)
})

it('does not continue once its interval has ended', async () => {
  const timer = start(true)
  await vi.advanceTimersByTimeAsync(600_000)
  timer.stop()
  activity.begin('requests')
  expect(vi.getTimerCount()).toBe(0)
})

it('mines nothing before it may, and then at its interval', async () => {
  mayMine = false
  start(false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(mined).toBe(0)
  mayMine = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(mined).toBe(5)
})
