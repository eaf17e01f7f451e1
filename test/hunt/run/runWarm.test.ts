import { afterAll, expect, test } from 'vitest'
import { lastEvents, scenarioOf } from '../../../src/hunt/draw/candidate.ts'
import { chainSpec } from '../../../src/hunt/draw/drawBase.ts'
import type { DrawnEvent } from '../../../src/hunt/draw/event.ts'
import { runScenario } from '../../../src/hunt/run/runScenario.ts'
import { runWarm, type Tried } from '../../../src/hunt/run/runWarm.ts'
import { ServedChains } from '../../../src/hunt/run/servedChains.ts'
import { Session } from '../../../src/hunt/run/session.ts'
import { exampleClient } from '../support.ts'

const chains = new ServedChains()
afterAll(() => chains.close())

const judging = { patience: 3000, confirmations: 0, expectation: undefined }
const base = {
  seed: 'warm',
  spec: chainSpec(undefined, 1.5),
  endpoints: [{ key: 'node', dialect: 'geth' }],
  truth: 'node',
} as const

const mine: DrawnEvent = { kind: 'mine', node: 'node', steps: [{ mine: 1 }] }
const allRead: DrawnEvent = {
  kind: 'allRead',
  node: 'node',
  steps: [{ waitFor: { method: 'eth_blockNumber', calls: 4 } }],
}
const reorg: DrawnEvent = {
  kind: 'reorg',
  node: 'node',
  steps: [{ waitFor: { method: 'eth_blockNumber', calls: 2 } }, { reorg: { depth: 2, length: 3 } }],
}

async function warm(kind: 'naive' | 'right', planned: readonly [DrawnEvent, ...DrawnEvent[]]) {
  const [first, ...left] = planned
  const scenario = scenarioOf({ base, events: [first] })
  const session = await Session.begin(chains, exampleClient(kind), scenario, `w${kind}`)
  const tried: Tried[] = []
  try {
    const result = await runWarm(session, base, first, {
      length: planned.length,
      drawNext: () => left.shift(),
      allRead: () => allRead,
      judging: () => judging,
      patience: judging.patience,
      hasTimeLeft: () => true,
      onRight: (each) => tried.push(each),
    })
    return { ...result, tried }
  } finally {
    await session.end()
  }
}

test('goes on with the same client as long as it is right', async () => {
  const { candidate, difference, tried, calls } = await warm('right', [mine, reorg, mine, reorg])
  expect(difference).toBeUndefined()
  expect(candidate.events).toEqual([mine, reorg, mine, reorg].flatMap((each) => [each, allRead]))
  // The first one was before it began.
  expect(tried.map(({ changesRows }) => changesRows)).toEqual([false, true, true, true])
  const known = tried.flatMap((each) => each.calls)
  expect(tried.every((each) => each.calls.length > 0)).toBe(true)
  expect(known).toEqual(calls.slice(0, known.length))
})

test('ends at the event that makes it wrong, which fails by itself, too', async () => {
  const { candidate, difference, last: since } = await warm('naive', [mine, mine, reorg, mine])
  expect(difference).toMatchObject({ is: 'rows', kind: 'missing' })
  expect(since[0]).toBe(reorg)
  expect(candidate.events.slice(-since.length)).toEqual(since)
  const last = candidate.events.findLastIndex(({ kind }) => kind === 'reorg')
  expect(last).toBeGreaterThan(-1)
  expect(candidate.events.slice(last + 1).every(({ kind }) => kind !== 'reorg')).toBe(true)
  const scenario = scenarioOf(lastEvents(candidate, candidate.events.length - last))
  const again = await runScenario(chains, exampleClient('naive'), scenario, 'wcold', judging)
  expect(again.difference).toMatchObject({ is: 'rows', kind: 'missing' })
})
