import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Shares } from '../../src/workers/shares.ts'

const all = () => true

it('leaves connections with the owners while these have no more than their share', () => {
  const shares = new Shares(3)
  expect([0, 1, 2, 0, 1, 2].map((owner) => shares.add(owner, all))).toEqual([0, 1, 2, 0, 1, 2])
})

it('spreads many connections to one endpoint evenly', () => {
  const shares = new Shares(3)
  expect(Array.from({ length: 7 }, () => shares.add(1, all))).toEqual([1, 0, 2, 1, 0, 2, 1])
})

it('leaves connections with the owner that no other worker can serve', () => {
  const shares = new Shares(2)
  const none = () => false
  expect([0, 0, 0].map((owner) => shares.add(owner, none))).toEqual([0, 0, 0])
})

it('forgets connections that were closed, and those of a worker that has ended', () => {
  const shares = new Shares(2)
  for (let count = 0; count < 4; count++) shares.add(0, all)
  shares.remove(0, 2)
  expect(shares.add(0, all)).toBe(0)
  shares.clear(1)
  expect(shares.add(0, all)).toBe(1)
  // One that it has told about late.
  shares.clear(1)
  shares.remove(1, 3)
  expect(shares.add(1, all)).toBe(1)
})

it('gives no worker more than one connection above its share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(4)), (count, owners) => {
      const shares = new Shares(count)
      const counts = new Array<number>(count).fill(0)
      for (const owner of owners) {
        const worker = shares.add(owner % count, all)
        counts[worker] = (counts[worker] as number) + 1
      }
      const most = Math.max(...counts)
      expect(most).toBeLessThanOrEqual(Math.ceil(owners.length / count) + 1)
    }),
  )
})
