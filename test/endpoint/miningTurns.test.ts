import { beforeEach, expect, it } from 'vitest'
import { MiningTurns } from '../../src/endpoint/miningTurns.ts'
import { yieldToEventLoop } from '../../src/primitives/yieldToEventLoop.ts'

let now: number
let timers: { at: number; act: () => void }[]
let turns: MiningTurns
let unusedFor: number

beforeEach(() => {
  now = 0
  timers = []
  unusedFor = 0
  turns = new MiningTurns({
    now: () => now,
    unusedFor: () => unusedFor,
    setTimeout: (act, milliseconds) => {
      timers.push({ at: now + milliseconds, act })
      return { unref() {} } as NodeJS.Timeout
    },
  })
})

async function advanceTo(time: number): Promise<void> {
  await yieldToEventLoop()
  for (;;) {
    timers.sort((left, right) => left.at - right.at)
    if (timers[0] === undefined || timers[0].at > time) break
    const { at, act } = timers.shift() as (typeof timers)[number]
    now = Math.max(now, at)
    act()
    await yieldToEventLoop()
  }
  now = Math.max(now, time)
}

it('runs work at once where none runs', () => {
  let hasRun = false
  void turns.take(async () => {
    hasRun = true
  })
  expect(hasRun).toBe(true)
})

it('rests after each turn for as long as it took, and keeps the order', async () => {
  const begun: [index: number, at: number][] = []
  for (const index of [0, 1, 2, 3]) {
    void turns.take(async () => {
      begun.push([index, now])
      now += 10
    })
  }
  await advanceTo(1000)
  expect(begun).toEqual([
    [0, 0],
    [1, 20],
    [2, 40],
    [3, 60],
  ])
})

it('lets the next begin after 50 ms and a rest where one does not end', async () => {
  void turns.take(() => new Promise(() => {}))
  let beganAt: number | undefined
  void turns.take(async () => {
    beganAt = now
  })
  await advanceTo(99)
  expect(beganAt).toBeUndefined()
  await advanceTo(100)
  expect(beganAt).toBe(100)
})

it('does not begin before the rest is over where nothing waited', async () => {
  await turns.take(async () => {
    now += 30
  })
  await advanceTo(59)
  let beganAt: number | undefined
  void turns.take(async () => {
    beganAt = now
  })
  expect(beganAt).toBeUndefined()
  await advanceTo(60)
  expect(beganAt).toBe(60)
})

it('does not rest while no client uses the process', async () => {
  unusedFor = 1000
  await turns.take(async () => {
    now += 30
  })
  await advanceTo(30)
  let beganAt: number | undefined
  void turns.take(async () => {
    beganAt = now
  })
  expect(beganAt).toBe(30)
})

it('gives every second turn to endpoints that the owner of the server has named', async () => {
  const begun: string[] = []
  const take = (name: string, isOfClients: boolean) =>
    void turns.take(async () => {
      begun.push(name)
      now += 10
    }, isOfClients)
  for (const name of ['a', 'b', 'c', 'd']) take(name, true)
  for (const name of ['X', 'Y']) take(name, false)
  await advanceTo(1000)
  expect(begun).toEqual(['a', 'X', 'b', 'Y', 'c', 'd'])
})
