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
