import { beforeEach, expect, it } from 'vitest'
import { GrowthClock } from '../../src/workers/growthClock.ts'

let now: number
let clock: GrowthClock
beforeEach(() => {
  now = 5000
  clock = new GrowthClock(() => now)
})

it('adds a block one interval after the first question, and after each block', () => {
  expect(clock.next(6, 100)).toEqual({ height: 6, wait: 100 })
  now += 40
  expect(clock.next(6, 100)).toEqual({ height: 6, wait: 60 })
  now += 70
  expect(clock.next(6, 100)).toEqual({ height: 7, wait: 90 })
  expect(clock.next(7, 100)).toEqual({ height: 7, wait: 90 })
})

it('does not make up for blocks that were missed', () => {
  clock.next(6, 100)
  now += 1000
  expect(clock.next(6, 100)).toEqual({ height: 7, wait: 0 })
  expect(clock.next(7, 100)).toEqual({ height: 8, wait: 100 })
})

it('tells a worker that is behind how long the chain is, and adds no block meanwhile', () => {
  clock.next(6, 100)
  now += 100
  clock.next(6, 100)
  now += 200
  expect(clock.next(2, 100)).toEqual({ height: 7, wait: 0 })
  expect(clock.next(6, 100)).toEqual({ height: 7, wait: 0 })
  expect(clock.next(7, 100)).toEqual({ height: 8, wait: 0 })
})

it('goes on from a worker whose chain is longer', () => {
  clock.next(2, 100)
  expect(clock.next(9, 100)).toEqual({ height: 9, wait: 100 })
  now += 100
  expect(clock.next(9, 100)).toEqual({ height: 10, wait: 100 })
})
