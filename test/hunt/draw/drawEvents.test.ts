import { expect, test } from 'vitest'
import { allReadAfter } from '../../../src/hunt/draw/allReadAfter.ts'
import { type Base, type DrawOptions, drawBase } from '../../../src/hunt/draw/drawBase.ts'
import { drawEvents } from '../../../src/hunt/draw/drawEvents.ts'
import type { DrawnEvent } from '../../../src/hunt/draw/event.ts'
import { type EventName, eventNames } from '../../../src/hunt/draw/eventKinds.ts'
import type { Profile } from '../../../src/hunt/draw/profile.ts'
import { Random } from '../../../src/primitives/random.ts'
import type { Step } from '../../../src/scenario/step.ts'

const profile: Profile = {
  polls: [{ method: 'eth_blockNumber', named: undefined, count: 4, atReplica: 0 }],
  work: [{ method: 'eth_getBlockByHash', named: 'hash', count: 9, atReplica: 0 }],
  fields: new Map(),
  asksNodes: false,
  asksForFinality: false,
  finality: undefined,
}

const onlyReorgs = Object.fromEntries(
  eventNames.map((name) => [name, Number(name === 'reorg')]),
) as Record<EventName, number>

const options: DrawOptions = {
  seed: 'events',
  spec: undefined,
  chains: 1,
  dialect: 'geth',
  weights: { ...onlyReorgs, lag: 1 },
  force: false,
  finality: undefined,
  replicas: 'always',
  seeds: 1,
}

const base = drawBase(new Random('base'), options, profile)

/** The steps of the event that follows others, as often as there is a difference. */
function nextSteps(
  before: readonly DrawnEvent[],
  more: Partial<DrawOptions> = {},
  shown: Partial<Profile> = {},
): readonly Step[] {
  const given = { ...options, weights: onlyReorgs, ...more }
  return Array.from({ length: 200 }, (_, index) =>
    drawEvents(new Random(`next ${index}`), base, before, 1, given, { ...profile, ...shown }),
  ).flatMap((events) => events.slice(before.length).flatMap(({ steps }) => steps))
}

const waitsIn = (steps: readonly Step[]) => steps.filter((step) => 'waitFor' in step)

test('waits are for calls to the pool, unless the client asks each node itself', () => {
  const endpointsOf = (shown: Partial<Profile>) =>
    new Set(waitsIn(nextSteps([], {}, shown)).map(({ endpoint }) => endpoint))
  expect(endpointsOf({})).toEqual(new Set(['pool-of-node']))
  expect(endpointsOf({ asksNodes: true })).toEqual(new Set([undefined]))
})

test('after a client has read everything, waits are for its polls', () => {
  const mined: DrawnEvent = { kind: 'mine', node: 'node', steps: [{ mine: 3 }] }
  const read = allReadAfter([], base, profile) as DrawnEvent
  const methodsAfter = (...events: DrawnEvent[]) =>
    new Set(waitsIn(nextSteps(events)).map((step) => 'waitFor' in step && step.waitFor.method))
  expect(methodsAfter(mined)).toEqual(new Set(['eth_blockNumber', 'eth_getBlockByHash']))
  expect(methodsAfter(mined, read)).toEqual(new Set(['eth_blockNumber']))
})

test('no reorg goes below what the client has taken as final on a higher branch', () => {
  const lower: DrawnEvent = {
    kind: 'shorterReorg',
    node: 'node',
    steps: [{ reorg: { depth: 4, length: 1 } }],
  }
  const deepest = (...events: DrawnEvent[]) =>
    Math.max(
      ...nextSteps(events, { finality: 6 }).map((step) =>
        'reorg' in step ? (step.reorg.depth ?? 0) : 0,
      ),
    )
  expect([deepest(), deepest(lower)]).toEqual([6, 3])
})

test('most branches that are undone go to what the client takes as final', () => {
  const depthsOf = (name: EventName) => {
    const weights = { ...onlyReorgs, reorg: 0, [name]: 1 }
    return nextSteps([], { weights, finality: 6 }).flatMap((step) =>
      'reorg' in step ? [step.reorg.depth ?? 0] : [],
    )
  }
  const near = (name: EventName) => depthsOf(name).filter((depth) => depth >= 5).length
  expect(near('reorg')).toBeLessThan(100)
  expect(near('thereAndBack')).toBeGreaterThan(100)
})

test('within a reorg, waits are for what a client seldom asks as often as for the rest', () => {
  const seldom = { method: 'eth_getLogs', named: 'hash', count: 0.1, atReplica: 0 } as const
  const weights = { ...onlyReorgs, reorg: 0, secondReorg: 1 }
  const steps = nextSteps([], { weights }, { work: [...profile.work, seldom] })
  const waits = waitsIn(steps).filter((step) => JSON.stringify(step).includes(seldom.method))
  expect(waits.length).toBeGreaterThan(40)
})

test('a wait until everything is read counts a few more polls than the client made', () => {
  const { endpoints } = base
  const alone: Base = { ...base, endpoints: endpoints.slice(0, 1) }
  const call = (key: string, method: string) => ({
    key,
    chainId: 1337,
    method,
    params: [],
    outcome: 'ok',
    answer: '',
    named: undefined,
    block: undefined,
    head: 12,
  })
  const calls = ['eth_blockNumber', 'eth_getBlockByHash', 'eth_blockNumber']
  const after = (on: Base, key: string) =>
    allReadAfter(
      calls.map((method) => call(key, method)),
      on,
      profile,
    )?.steps
  const waitFor = { method: 'eth_blockNumber', calls: 5 }
  expect(after(alone, 'h1.node')).toEqual([{ waitFor }])
  expect(after(base, 'h1.pool-of-node')).toEqual([{ waitFor, endpoint: 'pool-of-node' }])
  const many = Array.from({ length: 1500 }, () => call('h1.node', 'eth_blockNumber'))
  const most = { method: 'eth_blockNumber', calls: 200 }
  expect(allReadAfter(many, alone, profile)?.steps).toEqual([{ waitFor: most }])
  expect(allReadAfter([], base, { ...profile, polls: [] })).toBeUndefined()
})
