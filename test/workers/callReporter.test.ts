import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallReporter } from '../../src/workers/callReporter.ts'

interface Sent {
  readonly calls: string
  readonly inFlight: number
  count(): void
}

let sent: Sent[]
let reporter: CallReporter
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  reporter = new CallReporter(
    (report) => new Promise((resolve) => sent.push({ ...report, count: () => resolve(true) })),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

const details = { transport: 'http', began: 0, milliseconds: 1 } as const
const methodsOf = (report: Sent | undefined) =>
  (JSON.parse(report?.calls ?? '[]') as string[][]).map(([method]) => method)

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
  expect(sent.map(({ calls, inFlight }) => [calls, inFlight])).toEqual([
    ['[]', 2],
    ['[]', 1],
  ])
})

it('bounds the bytes of a report, and of those that are not counted', async () => {
  const long = 'x'.repeat(100_000)
  for (let count = 0; count < 3; count++) reporter.add('a', [long], 'ok', details)
  expect(sent).toHaveLength(1)
  expect(reporter.isBehind).toBe(false)
  for (let count = 0; count < 42; count++) reporter.add('a', [long], 'ok', details)
  expect(reporter.isBehind).toBe(true)
  for (const { count } of sent) count()
  await reporter.flush()
  expect(reporter.isBehind).toBe(false)
})
