import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallMemory } from '../../src/endpoint/activity/callMemory.ts'
import type { SentCalls } from '../../src/endpoint/copies/sentCalls.ts'
import { CallReporter } from '../../src/workers/callReporter.ts'

interface Sent {
  readonly calls: SentCalls
  readonly inFlight: number
  count(): void
}

let sent: Sent[]
let memory: CallMemory
let reporter: CallReporter
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  memory = new CallMemory(1.5 * 1024 * 1024)
  reporter = new CallReporter(
    memory,
    (report) => new Promise((resolve) => sent.push({ ...report, count: () => resolve(true) })),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

const details = { transport: 'http', began: 0, milliseconds: 1 } as const
const methodsOf = (report: Sent | undefined) =>
  (JSON.parse(report?.calls.newest ?? '[]') as string[][]).map(([method]) => method)

it('reports calls together, after a while', () => {
  reporter.add('a', [], 'ok', details)
  reporter.add('b', [], 'ok', details)
  expect(sent).toHaveLength(0)
  vi.runAllTimers()
  expect(sent.map(methodsOf)).toEqual([['a', 'b']])
  vi.runAllTimers()
  expect(sent).toHaveLength(1)
})

it('reports at once when it is asked to, and says when the owner has counted the calls', async () => {
  expect(reporter.flush()).toBeUndefined()
  reporter.add('a', [], 'ok', details)
  let isCounted = false
  const counted = reporter.flush()?.then(() => {
    isCounted = true
  })
  expect(sent.map(methodsOf)).toEqual([['a']])
  expect(reporter.flush()).toBeDefined()
  expect(isCounted).toBe(false)
  sent[0]?.count()
  await counted
  expect(reporter.flush()).toBeUndefined()
})

it('reports how many requests are not answered', () => {
  reporter.changeInFlight(1)
  reporter.changeInFlight(1)
  vi.runAllTimers()
  reporter.changeInFlight(-1)
  void reporter.flush()
  expect(sent.map(({ calls, inFlight }) => [calls.newest, inFlight])).toEqual([
    ['[]', 2],
    ['[]', 1],
  ])
})

it('counts the calls before the newest ones', () => {
  for (let count = 0; count < 2100; count++) reporter.add('a', [count], 'ok', details)
  reporter.add('b', [], 'ok', details)
  void reporter.flush()
  const [report] = sent
  expect(report?.calls.counts).toEqual({ a: 101 })
  const newest = JSON.parse(report?.calls.newest ?? '') as [method: string, params: unknown][]
  expect(newest).toHaveLength(2000)
  expect(newest[0]?.slice(0, 2)).toEqual(['a', [101]])
  expect(newest.at(-1)?.[0]).toBe('b')
  reporter.add('a', [], 'ok', details)
  void reporter.flush()
  expect(sent[1]?.calls.counts).toEqual({})
  expect(methodsOf(sent[1])).toEqual(['a'])
})

it('bounds the memory of the calls that wait, also of several endpoints', () => {
  const long = 'x'.repeat(50_000)
  for (let count = 0; count < 40; count++) reporter.add('a', [long], 'ok', details)
  expect(memory.bytes).toBeLessThan(1024 * 1024)
  const another = new CallReporter(memory, async () => {})
  for (let count = 0; count < 40; count++) another.add('a', [long], 'ok', details)
  expect(memory.bytes).toBeLessThan(1.5 * 1024 * 1024)
  another.close()
  reporter.close()
  expect(memory.bytes).toBe(0)
  const { counts, newest } = (sent[0] as Sent).calls
  const { a = 0 } = counts
  expect(a + JSON.parse(newest).length).toBe(40)
})

it('reports soon once the copy is not valid', () => {
  reporter.add('a', [], 'ok', details)
  vi.advanceTimersByTime(500)
  expect(sent).toHaveLength(0)
  vi.advanceTimersByTime(500)
  expect(sent).toHaveLength(1)
  reporter.isHurried = true
  reporter.changeInFlight(-1)
  vi.advanceTimersByTime(10)
  expect(sent).toHaveLength(2)
})

it('only counts none of them once the copy is not valid, because somebody may wait for them', () => {
  reporter.isHurried = true
  for (let count = 0; count < 4500; count++) reporter.add('a', [count], 'ok', details)
  const long = 'x'.repeat(50_000)
  for (let count = 4500; count < 4550; count++) reporter.add('a', [count, long], 'ok', details)
  reporter.close()
  const reported = sent.flatMap(({ calls }) => JSON.parse(calls.newest) as [string, [number]][])
  expect(reported.map(([, [count]]) => count)).toEqual(Array.from({ length: 4550 }, (_, n) => n))
  for (const { calls } of sent) expect(calls.counts).toEqual({})
})

it('is behind while too much is on its way', async () => {
  const long = 'x'.repeat(50_000)
  for (let count = 0; count < 100; count++) {
    reporter.add('a', [long], 'ok', details)
    expect(reporter.isBehind).toBe(count > 83)
    void reporter.flush()
  }
  for (const { count } of sent) count()
  await reporter.flush()
  expect(reporter.isBehind).toBe(false)
})
