import { expect, it } from 'vitest'
import { SharedSenders } from '../../../src/threads/senders/sharedSenders.ts'

const address = (digit: number) => new Uint8Array(20).fill(digit)

it('gives each thread what the other has not taken', () => {
  const here = SharedSenders.create(3)
  const there = new SharedSenders(here.memory)
  expect(here.take(0)).toBe(true)
  expect(there.take(0)).toBe(false)
  expect(there.take(2)).toBe(true)
  expect(here.take(2)).toBe(false)
  expect(here.get(2)).toBeUndefined()
  there.set(2, address(0x22))
  expect(here.get(2)).toBe(`0x${'22'.repeat(20)}`)
  expect(here.take(2)).toBe(false)
  expect(here.get(1)).toBeUndefined()
})

it('leaves nothing to the other thread, and keeps what it has recovered', () => {
  const here = SharedSenders.create(3)
  const there = new SharedSenders(here.memory)
  there.take(1)
  there.set(1, address(0xab))
  here.takeAll()
  expect([0, 1, 2].map((index) => there.take(index))).toEqual([false, false, false])
  expect(here.get(1)).toBe(`0x${'ab'.repeat(20)}`)
})

it('says when the other thread has finished', () => {
  const here = SharedSenders.create(2)
  const there = new SharedSenders(here.memory)
  expect(here.isFinished).toBe(false)
  there.finish()
  expect(here.isFinished).toBe(true)
  expect([0, 1].map((index) => here.get(index))).toEqual([undefined, undefined])
})
