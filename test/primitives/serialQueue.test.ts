import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SerialQueue } from '../../src/primitives/serialQueue.ts'

it('runs work in order, each after the one before has ended', async () => {
  const queue = new SerialQueue()
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} begins`)
    await setImmediate()
    events.push(`${name} ends`)
    return name
  }
  expect(await Promise.all([queue.run(work('a')), queue.run(work('b'))])).toEqual(['a', 'b'])
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

it('goes on after a failure, which only its caller gets', async () => {
  const queue = new SerialQueue()
  const failed = queue.run(() => {
    throw new Error('no')
  })
  const next = queue.run(() => 1)
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe(1)
})

it('is idle when nothing runs or waits', async () => {
  const queue = new SerialQueue()
  expect(queue.isIdle).toBe(true)
  const [first, second] = [
    queue.run(setImmediate),
    queue.run(() => Promise.reject(new Error('no'))),
  ]
  await first
  expect(queue.isIdle).toBe(false)
  await expect(second).rejects.toThrow('no')
  await setImmediate()
  expect(queue.isIdle).toBe(true)
})
