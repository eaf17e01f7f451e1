import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TwoWorkers } from '../support/workers/twoWorkers.ts'

const chain = await createChain({ seed: 'owned', blocks: 9 })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Until the other worker answers. */
async function copied(): Promise<TwoWorkers> {
  const workers = new TwoWorkers(chain)
  for (let count = 0; count < 3; count++) workers.request()
  await settle(workers)
  expect(workers.copiedHead).toBe(9)
  return workers
}

async function settle(workers: TwoWorkers): Promise<void> {
  for (let count = 0; count < 3; count++) {
    await workers.deliverAll()
    vi.runAllTimers()
  }
  await workers.deliverAll()
}

it('makes a change only when no other worker answers from the position before', async () => {
  const workers = await copied()
  workers.request()
  const changed = workers.change(5)
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  expect(workers.endpoint.head.number).toBe(9)
  expect(workers.copiedHead).toBe(9)
  workers.deliver('holder')
  expect(workers.copiedHead).toBeUndefined()
  expect(workers.endpoint.head.number).toBe(9)
  await workers.deliverAll()
  await changed
  expect(workers.endpoint.head.number).toBe(5)
  expect(workers.copiedHead).toBeUndefined()
  await settle(workers)
  expect(workers.copiedHead).toBe(5)
})

it('sends no further position to a worker that has not used the last one', async () => {
  const workers = await copied()
  workers.request()
  const first = workers.change(5)
  await settle(workers)
  await first
  const second = workers.change(4)
  await settle(workers)
  await second
  expect(workers.held.find('a')).toBeUndefined()
  // It is asked for again when there are requests again.
  for (let count = 0; count < 3; count++) workers.request()
  await settle(workers)
  expect(workers.copiedHead).toBe(4)
})

it('lets this worker answer alone while somebody watches, when all calls are counted', async () => {
  const workers = await copied()
  workers.request()
  workers.request()
  const watch = workers.owned.watch('a')
  expect(watch.ready).toBeDefined()
  await settle(workers)
  await watch.ready
  expect(workers.endpoint.activity.counts).toEqual({ eth_chainId: 2 })
  expect(workers.copiedHead).toBeUndefined()
  watch.end()
  await settle(workers)
  expect(workers.copiedHead).toBe(9)
})

it('is not busy with requests that a worker has not answered when it ended', async () => {
  const workers = await copied()
  workers.held.find('a')?.endpoint.activity.begin('requests')
  await settle(workers)
  const { activity } = workers.endpoint
  await expect(activity.idle({ timeout: 0 })).rejects.toThrow('unanswered requests')
  workers.restartHolder()
  await expect(activity.idle({ timeout: 0 })).resolves.toBeUndefined()
})

it('says that there is no endpoint, so that others ask again when there may be one', async () => {
  const workers = new TwoWorkers(chain)
  for (let count = 0; count < 6; count++) workers.request('unknown')
  await settle(workers)
  expect(workers.held.find('unknown')).toBeUndefined()
})

it('has no copies of an endpoint that follows the chain while that grows', async () => {
  const growing = await createChain({ seed: 'owned', blocks: 2 })
  const workers = new TwoWorkers(growing)
  growing.growth.onExtending(() => workers.owned.beforeExtended())
  growing.growth.onExtended(() => workers.owned.afterExtended())
  for (let count = 0; count < 3; count++) workers.request()
  await settle(workers)
  workers.request()
  const extended = growing.extend(1)
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  expect(growing.tree.head.number).toBe(2)
  await settle(workers)
  await extended
  expect(workers.copiedHead).toBeUndefined()
  await settle(workers)
  expect(workers.copiedHead).toBe(3)
})

type Step =
  | 'request'
  | 'owner'
  | 'holder'
  | 'quiet'
  | 'restart'
  | 'watch'
  | { readonly head: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('request' as const) },
  { weight: 6, arbitrary: fc.constantFrom('owner' as const, 'holder' as const) },
  { weight: 3, arbitrary: fc.constant('quiet' as const) },
  { weight: 1, arbitrary: fc.constantFrom('restart' as const, 'watch' as const) },
  { weight: 2, arbitrary: fc.record({ head: fc.integer({ min: 1, max: 9 }) }) },
)

it('never lets another worker answer from another position, in whatever order messages arrive', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 120 }), async (steps) => {
      const workers = new TwoWorkers(chain)
      const changes: Promise<void>[] = []
      for (const each of steps) {
        if (each === 'request') workers.request()
        else if (each === 'quiet') vi.advanceTimersByTime(10)
        else if (each === 'restart') workers.restartHolder()
        else if (each === 'watch') workers.owned.watch('a').end()
        else if (typeof each === 'string') workers.deliver(each)
        else changes.push(workers.change(each.head))
        for (let turn = 0; turn < 12; turn++) {
          const { copiedHead } = workers
          if (copiedHead !== undefined) {
            found++
            expect(workers.isChanging).toBe(false)
            expect(copiedHead).toBe(workers.endpoint.head.number)
          }
          await Promise.resolve()
        }
      }
      await settle(workers)
      await Promise.all(changes)
    }),
    // About ten answers in each run: enough that random ones always exceed the number below.
    { numRuns: 300 },
  )
  expect(found).toBeGreaterThan(1000)
})
