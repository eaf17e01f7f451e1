import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Shares } from '../../src/workers/shares.ts'

const all = () => true
const none = () => false

it('leaves connections with the owners while these have no more than their share', () => {
  const shares = new Shares(3)
  const owners = [0, 1, 2, 0, 1, 2]
  expect(owners.map((owner) => shares.add(`key-${owner}`, owner, all))).toEqual(owners)
})

it('spreads many connections to one endpoint evenly', () => {
  const shares = new Shares(3)
  const workers = Array.from({ length: 62 }, () => shares.add('dev', 1, all))
  expect(workers.slice(0, 8)).toEqual([1, 0, 2, 1, 0, 2, 1, 0])
  expect([0, 1, 2].map((worker) => workers.filter((each) => each === worker).length)).toEqual([
    21, 21, 20,
  ])
})

it('leaves the connections of many keys with their owners, however many one owner has', () => {
  const shares = new Shares(2)
  for (let count = 0; count < 40; count++) {
    const owner = count % 4 === 0 ? 1 : 0
    expect(shares.add(`key-${count % 20}`, owner, all)).toBe(owner)
  }
})

it('leaves connections with the owner that no other worker can serve', () => {
  const shares = new Shares(2)
  expect([0, 0, 0].map((owner) => shares.add('dev', owner, none))).toEqual([0, 0, 0])
})

it('does not count connections for no endpoint among those of keys', () => {
  const shares = new Shares(2)
  for (let count = 0; count < 50; count++) shares.add(undefined, 0, none)
  expect([0, 0].map((owner) => shares.add('dev', owner, all))).toEqual([0, 1])
})

it('forgets connections that were closed, and those of a worker that has ended', () => {
  const shares = new Shares(2)
  for (let count = 0; count < 4; count++) shares.add('dev', 0, all)
  shares.remove(0, 2)
  expect(shares.add('dev', 0, all)).toBe(0)
  shares.clear(1)
  expect(shares.add('dev', 0, all)).toBe(1)
  // One that it has told about late.
  shares.clear(1)
  shares.remove(1, 3)
  expect(shares.add('dev', 1, all)).toBe(1)
})

it('gives no worker more than two connections above its share, if all are for one key', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(40), (count, connections) => {
      const shares = new Shares(count)
      const counts = new Array<number>(count).fill(0)
      for (let each = 0; each < connections; each++) {
        const worker = shares.add('dev', 0, all)
        counts[worker] = (counts[worker] as number) + 1
      }
      expect(Math.max(...counts)).toBeLessThanOrEqual(Math.ceil(connections / count) + 2)
    }),
  )
})
