import { expect, test } from 'vitest'
import { Pace } from '../../../src/hunt/run/pace.ts'

const run = (longestPause: number, longestGap = longestPause) => ({ longestPause, longestGap })

test('has all patience before the first run', () => {
  const pace = new Pace(15_000)
  expect([pace.patience, pace.idleMs]).toEqual([15_000, 3750])
})

test('waits for three times the longest pause of the last runs', () => {
  const pace = new Pace(15_000)
  pace.add(run(2000, 500))
  expect([pace.patience, pace.idleMs]).toEqual([6000, 1500])
  for (let at = 0; at < 8; at++) pace.add(run(100, 10))
  expect([pace.patience, pace.idleMs]).toEqual([300, 30])
})

test('waits a little for clients that are fast, and at most as long as it is told', () => {
  const pace = new Pace(15_000)
  pace.add(run(1))
  expect([pace.patience, pace.idleMs]).toEqual([200, 10])
  for (let at = 0; at < 3; at++) pace.add(run(9000))
  expect([pace.patience, pace.idleMs]).toEqual([15_000, 3750])
})

test('keeps what a client needed that only seemed wrong', () => {
  const pace = new Pace(15_000)
  pace.add(run(10))
  pace.needsMore(run(400))
  expect(pace.patience).toBe(800)
})
