import { afterAll, expect, test } from 'vitest'
import { lastEvents, scenarioOf } from '../../../src/hunt/draw/candidate.ts'
import { chainSpec } from '../../../src/hunt/draw/drawBase.ts'
import type { DrawnEvent } from '../../../src/hunt/draw/event.ts'
import { runScenario } from '../../../src/hunt/run/runScenario.ts'
import { runWarm } from '../../../src/hunt/run/runWarm.ts'
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
const reorg: DrawnEvent = {
  kind: 'reorg',
  node: 'node',
  steps: [{ waitFor: { method: 'eth_blockNumber', calls: 2 } }, { reorg: { depth: 2, length: 3 } }],
}

async function warm(kind: 'naive' | 'right', planned: readonly DrawnEvent[]) {
  const left = [...planned]
  const client = exampleClient(kind)
  const session = await Session.begin(chains, client, scenarioOf({ base, events: [] }), `w${kind}`)
  try {
    return await runWarm(
      session,
      base,
      () => left.shift(),
      judging,
      judging.patience,
      () => left.length > 0,
    )
  } finally {
    await session.end()
  }
}

test('goes on with the same client as long as it is right', async () => {
  const { candidate, difference } = await warm('right', [mine, reorg, mine, reorg])
  expect(difference).toBeUndefined()
  expect(candidate.events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['mine', 'reorg', 'mine', 'reorg']),
  )
})

test('ends at the event that makes it wrong, which fails by itself, too', async () => {
  const { candidate, difference } = await warm('naive', [mine, mine, reorg, mine])
  expect(difference).toMatchObject({ is: 'rows', kind: 'missing' })
  const last = candidate.events.findLastIndex(({ kind }) => kind === 'reorg')
  expect(last).toBeGreaterThan(-1)
  expect(candidate.events.slice(last + 1).every(({ kind }) => kind === 'mine')).toBe(true)
  const scenario = scenarioOf(lastEvents(candidate, candidate.events.length - last))
  const again = await runScenario(chains, exampleClient('naive'), scenario, 'wcold', judging)
  expect(again.difference).toMatchObject({ is: 'rows', kind: 'missing' })
})
