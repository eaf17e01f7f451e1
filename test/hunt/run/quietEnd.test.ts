import { expect, test } from 'vitest'
import { quietEndOf } from '../../../src/hunt/run/quietEnd.ts'
import { resolveScenario } from '../../../src/scenario/resolveScenario.ts'
import type { Step } from '../../../src/scenario/step.ts'

const wait: Step = { waitFor: { calls: 1 } }
const stale: Step = { setFaults: [{ fault: { kind: 'staleHead', blocks: 1 } }] }
const rival: Step = { reorg: { depth: 1, length: 1 }, endpoint: 'b' }

test.each<[string, Step[], ReturnType<typeof quietEndOf>]>([
  ['no steps', [], undefined],
  ['nothing after the wait', [stale, wait], undefined],
  ['no wait', [stale], undefined],
  ['faults', [{ mine: 1 }, wait, stale], { wait: 1, movesNode: false }],
  ['moves of another node', [wait, stale, rival], { wait: 0, movesNode: true }],
  ['a block', [wait, stale, { mine: 1 }], undefined],
  ['a block before', [wait, { mine: 1 }, stale], undefined],
])('%s', (_, steps, expected) => {
  const endpoints = [{ key: 'a' }, { key: 'b' }]
  const scenario = resolveScenario({ seed: 's', spec: { blocks: 4 }, endpoints, truth: 'a', steps })
  expect(quietEndOf(scenario)).toEqual(expected)
})
