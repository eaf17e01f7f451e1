import { describe, expect, it } from 'vitest'
import { SliceRest } from '../../src/primitives/sliceRest.ts'

/** A rest whose clock a test sets. */
function restAt(start: number) {
  const clock = { now: start }
  const rest = new SliceRest(() => clock.now)
  const work = (milliseconds: number) => {
    clock.now += milliseconds
    rest.end(milliseconds)
  }
  return { clock, rest, work }
}

describe('SliceRest', () => {
  it('lets slices follow one another while no short request arrives', () => {
    const { rest, work } = restAt(1000)
    work(5)
    expect(rest.left).toBe(0)
  })

  it('makes the next slice wait for as long as the last one took', () => {
    const { clock, rest, work } = restAt(1000)
    rest.reportRequest()
    work(5)
    expect(rest.left).toBe(5)
    clock.now += 2
    expect(rest.left).toBe(3)
    clock.now += 3
    expect(rest.left).toBe(0)
  })

  it('leaves half of the time to others, however short the slices are', () => {
    const { clock, rest, work } = restAt(0)
    let worked = 0
    while (clock.now < 1000) {
      rest.reportRequest()
      clock.now += rest.left
      work(0.25)
      worked += 0.25
    }
    expect(worked).toBeGreaterThan(495)
    expect(worked).toBeLessThan(505)
  })

  it('counts the time between slices as rest', () => {
    const { clock, rest, work } = restAt(0)
    for (let slice = 0; slice < 100; slice++) {
      rest.reportRequest()
      work(1)
      expect(rest.left).toBe(0)
      clock.now += 1
    }
  })

  it('rests for at most 10 ms', () => {
    const { rest, work } = restAt(0)
    work(90)
    rest.reportRequest()
    expect(rest.left).toBe(10)
  })

  it('rests no more 100 ms after the last short request', () => {
    const { clock, rest, work } = restAt(0)
    rest.reportRequest()
    clock.now = 100
    work(5)
    expect(rest.left).toBe(5)
    work(5)
    expect(rest.left).toBe(0)
  })
})
