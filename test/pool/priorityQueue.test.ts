import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PriorityQueue } from '../../src/pool/priorityQueue.ts'

const isLess = (one: number, other: number) => one < other

it('returns its items in order, whenever they were added', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.array(fc.integer()), (first, later) => {
      const queue = new PriorityQueue(first, isLess)
      for (const each of later) queue.push(each)
      const order = Array.from({ length: queue.length }, () => queue.shift())
      expect(order).toEqual([...first, ...later].sort((one, other) => one - other))
      expect(queue.first).toBeUndefined()
      expect(queue.shift()).toBeUndefined()
    }),
  )
})

it('moves the first item to its place when it has changed', () => {
  const items = [3, 1, 2].map((value) => ({ value }))
  const queue = new PriorityQueue(items, (one, other) => one.value < other.value)
  const first = queue.first as { value: number }
  first.value = 5
  queue.firstChanged()
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(
    [2, 3, 5].map((value) => ({ value })),
  )
})
