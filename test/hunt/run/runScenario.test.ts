import { afterAll, expect, test } from 'vitest'
import { chainSpec } from '../../../src/hunt/draw/drawBase.ts'
import { runScenario } from '../../../src/hunt/run/runScenario.ts'
import { ServedChains } from '../../../src/hunt/run/servedChains.ts'
import type { Step } from '../../../src/scenario/step.ts'
import { exampleClient } from '../support.ts'

const chains = new ServedChains()
afterAll(() => chains.close())

const judging = { patience: 3000, confirmations: 0, expectation: undefined }
const wait = { waitFor: { method: 'eth_getBlockByNumber', calls: 1 } } as const

test.each<[string, Step[], boolean]>([
  ['a restart', [wait, { restartClient: 'kill' }], false],
  ['a move before the client begins', [{ mine: 1 }], false],
  ['a block', [wait, { mine: 1 }], true],
  ['a way back', [wait, { snapshot: 's' }, { reorg: { depth: 1 } }, wait, { revert: 's' }], true],
])(
  'knows whether a scenario changes rows: %s',
  async (name, steps, changesRows) => {
    const scenario = { seed: 'changes', spec: chainSpec(undefined, 1), steps }
    const id = name.replaceAll(' ', '')
    const result = await runScenario(chains, exampleClient('right'), scenario, id, judging)
    expect(result).toMatchObject({ difference: undefined, changesRows })
  },
  60_000,
)

test('knows after how many calls a step was played, and how long the client took to begin', async () => {
  const nulls = { setFaults: [{ times: 1, fault: { kind: 'null' as const } }] }
  const steps = [{ waitFor: { calls: 3 } }, nulls, { mine: 1 }]
  const scenario = { seed: 'changes', spec: chainSpec(undefined, 1), steps }
  const result = await runScenario(chains, exampleClient('right'), scenario, 'moments', judging)
  expect(result.moments).toEqual([
    { calls: 3, step: 'setFaults null' },
    { calls: 3, step: 'mine' },
  ])
  expect(result.startMs).toBeGreaterThan(0)
}, 60_000)
