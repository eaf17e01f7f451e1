import { expect, it } from 'vitest'
import { RoundLimit } from '../../src/primitives/roundLimit.ts'
import { yieldToEventLoop } from '../../src/primitives/yieldToEventLoop.ts'
import { turnsDuring } from '../support/turnsDuring.ts'

it('lets a few begin at once', () => {
  const limit = new RoundLimit(2)
  expect([limit.begin(), limit.begin()]).toEqual([undefined, undefined])
  expect(limit.begin()).toBeInstanceOf(Promise)
})

it('lets as many begin in each round, in order', async () => {
  const limit = new RoundLimit(2)
  const order: number[] = []
  const work = async (index: number) => {
    await limit.begin()
    order.push(index)
  }
  const all = Array.from({ length: 9 }, (_, index) => index)
  const turns = await turnsDuring(() => Promise.all(all.map(work)))
  expect(order).toEqual(all)
  expect(turns).toBeGreaterThanOrEqual(4)
})

it('counts anew after a round', async () => {
  const limit = new RoundLimit(1)
  expect(limit.begin()).toBeUndefined()
  await limit.begin()
  await yieldToEventLoop()
  await yieldToEventLoop()
  expect(limit.begin()).toBeUndefined()
})
