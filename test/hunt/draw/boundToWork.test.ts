import { expect, test } from 'vitest'
import { boundToWork } from '../../../src/hunt/draw/boundToWork.ts'
import type { Moment } from '../../../src/hunt/run/clientCalls.ts'
import type { ObservedCall } from '../../../src/hunt/run/observedCall.ts'
import type { Step } from '../../../src/scenario/step.ts'

type Made = Pick<ObservedCall, 'method' | 'named'> & Partial<ObservedCall>

const call = (made: Made): ObservedCall => ({
  key: 'run.node',
  chainId: 1,
  params: [],
  outcome: 'ok',
  answer: '"result":{}',
  block: undefined,
  head: 40,
  ...made,
})
const poll = call({ method: 'eth_getBlockByNumber', named: 'tag' })
const byHash = call({ method: 'eth_getBlockByHash', named: 'hash' })
const notFound = call({ ...byHash, answer: '"result":null' })

const polls = { waitFor: { method: 'eth_getBlockByNumber', named: 'tag', calls: 3 } } as const
const reorg = { reorg: { depth: 31, length: 32 } }
const revert = { revert: 's' }
const steps: readonly Step[] = [{ snapshot: 's' }, reorg, polls, revert, { mine: 1 }]

/** The moments at which steps were played, by the number of calls before each. */
const playedAt = (...calls: number[]): readonly Moment[] =>
  calls.map((each) => ({ calls: each, step: 'step' }))

test('waits for what the client had read when its last poll came', () => {
  const calls = [poll, byHash, byHash, poll, notFound, byHash, poll, byHash]
  const observed = { calls, moments: playedAt(0, 0, 7, 7), from: 0 }
  expect(boundToWork(steps, observed, 'node')).toEqual([
    { snapshot: 's' },
    reorg,
    // Waits do not count what was not found.
    { waitFor: { method: 'eth_getBlockByHash', named: 'hash', calls: 3 } },
    revert,
    { mine: 1 },
  ])
})

test('counts what came after the steps before it, at the endpoint that it asks', () => {
  const other = call({ ...byHash, key: 'run.other' })
  const calls = [byHash, byHash, byHash, other, byHash, other, poll]
  const observed = { calls, moments: playedAt(2, 3, 7, 7), from: 1 }
  const wait = { ...polls, endpoint: 'other' }
  expect(boundToWork(steps.with(2, wait), observed, 'node')?.[2]).toEqual({
    waitFor: { method: 'eth_getBlockByHash', named: 'hash', calls: 2 },
    endpoint: 'other',
  })
})

test('a wait stays where the client only polled, or waits for work already', () => {
  const idle = [byHash, byHash, poll, poll, poll]
  const moments = playedAt(0, 0, 5, 5)
  expect(boundToWork(steps, { calls: idle, moments, from: 0 }, 'node')).toBeUndefined()
  const work = { waitFor: { method: 'eth_getBlockByHash', named: 'hash', calls: 1 } } as const
  const busy = { calls: [poll, byHash, byHash, byHash], moments: playedAt(0, 0, 4, 4), from: 0 }
  expect(boundToWork(steps.with(2, work), busy, 'node')).toBeUndefined()
})

test('a wait stays that was not played, is the last step, or has another one after it', () => {
  const calls = [byHash, byHash, byHash]
  expect(boundToWork(steps, { calls, moments: playedAt(0, 0), from: 0 }, 'node')).toBeUndefined()
  const ends = { calls, moments: playedAt(0, 0, 3), from: 0 }
  expect(boundToWork(steps.slice(0, 3), ends, 'node')).toBeUndefined()
  const two = steps.toSpliced(2, 0, polls)
  expect(boundToWork(two, { calls, moments: playedAt(0, 0, 3, 3), from: 0 }, 'node')?.[2]).toBe(
    polls,
  )
})
