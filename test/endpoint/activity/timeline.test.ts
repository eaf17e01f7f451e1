import { expect, test } from 'vitest'
import { CallMemory } from '../../../src/endpoint/activity/callMemory.ts'
import { Timeline } from '../../../src/endpoint/activity/timeline.ts'

const call = { method: 'eth_call', call: 1, outcome: 'ok' }
const kept = { call, series: 'eth_call', bytes: 100 }
const details = { transport: 'http', began: 0, milliseconds: 1 } as const

test('numbers entries from 1, and forgets the oldest above its limit', () => {
  const memory = new CallMemory()
  const timeline = new Timeline({ memory, bytesMax: 10_000 })
  expect([timeline.first, timeline.last, timeline.get(1)]).toEqual([1, 0, undefined])
  for (let count = 0; count < 50; count++) {
    timeline.addRequest(kept, { ...details, answer: 'x'.repeat(150) })
  }
  // Each takes 500 bytes.
  expect([timeline.first, timeline.last]).toEqual([31, 50])
  expect([timeline.get(30), timeline.get(51)]).toEqual([undefined, undefined])
  expect(timeline.get(31)).toMatchObject({ sequence: 31, kept })
  expect(memory.bytes).toBe(10_000)
  timeline.close()
  expect(memory.bytes).toBe(0)
})

test.each([
  ['the beginning of a very long answer', new Uint8Array(100_000)],
  ['the beginning of a very long answer of Node', Buffer.alloc(100_000)],
  ['an answer that is a part of a longer one', new Uint8Array(100_000).subarray(10, 5000)],
])('keeps %s in memory, and not the whole', (_, answer) => {
  const memory = new CallMemory()
  const timeline = new Timeline({ memory, bytesMax: 1_000_000 })
  timeline.addRequest(kept, { ...details, answer })
  const event = timeline.get(1) as { readonly answer: Uint8Array }
  expect(event).toMatchObject({ answerLength: answer.length })
  expect(event.answer.buffer.byteLength).toBeLessThan(10_000)
  expect(memory.bytes).toBeLessThan(10_000)
})

test('leaves out the params of a move that are too long', () => {
  const timeline = new Timeline({ memory: new CallMemory(), bytesMax: 1_000_000 })
  const move = { type: 'move', method: 'ommer_setCode', outcome: 'ok', began: 0 } as const
  timeline.addOther({ ...move, params: ['0x00'] })
  timeline.addOther({ ...move, params: ['x'.repeat(100_000)] })
  expect(timeline.get(1)).toMatchObject({ params: ['0x00'] })
  expect(timeline.get(2)).toMatchObject({ method: 'ommer_setCode', params: undefined })
})

test('tells listeners of new entries until they leave', () => {
  const timeline = new Timeline({ memory: new CallMemory(), bytesMax: 10_000 })
  let told = 0
  const stop = timeline.onAdded(() => told++)
  timeline.addRequest(kept, details)
  stop()
  timeline.addRequest(kept, details)
  expect(told).toBe(1)
})

test('endpoints share their memory', () => {
  const memory = new CallMemory(10_000)
  const timelines = [1, 2].map(() => new Timeline({ memory, bytesMax: 9_000 }))
  for (const timeline of timelines) {
    for (let count = 0; count < 40; count++) timeline.addRequest(kept, details)
  }
  expect(memory.bytes).toBeLessThanOrEqual(10_000)
  for (const { first, last } of timelines) expect(last - first).toBeGreaterThan(5)
})
