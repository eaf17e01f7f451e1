import { expect, test } from 'vitest'
import { CallMemory } from '../../../src/endpoint/activity/callMemory.ts'
import { type KeptCall, keptCallLimits } from '../../../src/endpoint/activity/keptCalls.ts'
import { NewestEntries } from '../../../src/endpoint/activity/newestEntries.ts'

const keptCalls = (memory: CallMemory) => new NewestEntries<KeptCall>(memory, keptCallLimits)

const call = { method: 'eth_call', call: 1, outcome: 'ok' }
const series = 'eth_call'

test('an endpoint with many calls loses its oldest, and the others keep theirs', () => {
  const memory = new CallMemory(1000)
  const few = [keptCalls(memory), keptCalls(memory)]
  for (const calls of few) calls.add({ call, series, bytes: 10 })
  const many = keptCalls(memory)
  for (let number = 1; number <= 200; number++) {
    many.add({ call: { ...call, call: number }, series, bytes: 10 })
    expect(memory.bytes).toBeLessThanOrEqual(1000)
  }
  for (const calls of few) expect([...calls]).toHaveLength(1)
  expect([...many].length).toBeGreaterThan(10)
  expect([...many].at(-1)).toMatchObject({ call: { call: 200 } })
  for (const calls of [...few, many]) calls.close()
  expect(memory.bytes).toBe(0)
})

test('an endpoint keeps calls up to a number and to a size', () => {
  const memory = new CallMemory()
  const calls = keptCalls(memory)
  for (let number = 1; number <= 2500; number++)
    calls.add({ call: { ...call, call: number }, series, bytes: 1 })
  const kept = [...calls].map(({ call }) => call.call)
  expect(kept).toEqual(Array.from({ length: 1000 }, (_, index) => 1501 + index))
  calls.add({ call: { ...call, call: 2501 }, series, bytes: 2 ** 20 - 3 })
  expect([...calls].map(({ call }) => call.call)).toEqual([2501])
  expect(memory.bytes).toBe(2 ** 20 - 3)
})
