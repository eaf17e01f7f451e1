import { expect, test } from 'vitest'
import { lastEvents } from '../../../src/hunt/draw/candidate.ts'
import { shiftBlocks } from '../../../src/hunt/draw/shiftBlocks.ts'
import type { Step } from '../../../src/scenario/step.ts'

const hidden = { kind: 'null' as const }

test.each<[Step, number, object]>([
  [
    { waitFor: { method: 'eth_getLogs', block: 12 } },
    4,
    { waitFor: { method: 'eth_getLogs', block: 8 } },
  ],
  [{ waitFor: { block: 3 } }, 4, { waitFor: { block: 0 } }],
  [{ waitFor: { block: 'head' as const } }, 4, { waitFor: { block: 'head' } }],
  [{ mine: 3 }, 4, { mine: 3 }],
  [{ advanceTo: 12 }, 4, { advanceTo: 8 }],
  [
    {
      setFaults: [
        { blocks: 12, fault: hidden },
        { blocks: { from: 9 }, fault: hidden },
      ],
    },
    4,
    {
      setFaults: [
        { blocks: 8, fault: hidden },
        { blocks: { from: 5 }, fault: hidden },
      ],
    },
  ],
  [{ setFaults: [{ fault: hidden }] }, 4, { setFaults: [{ fault: hidden }] }],
])('moves %j by %i', (step, by, expected) => {
  expect(shiftBlocks(step, by)).toEqual(expected)
})

test('the last events wait for the same blocks below the head', () => {
  const wait = (block: number) => ({ waitFor: { block } })
  const events = [
    { kind: 'mine', node: 'node', steps: [{ mine: 3 }] },
    {
      kind: 'reorg',
      node: 'node',
      steps: [wait(14), { reorg: { depth: 1, length: 3 } }],
    },
    { kind: 'mine', node: 'node', steps: [wait(17), { mine: 1 }] },
  ]
  const candidate = { base: { endpoints: [] }, events }
  expect(lastEvents(candidate, 2).events.map(({ steps }) => steps[0])).toEqual([wait(11), wait(14)])
  expect(lastEvents(candidate, 1).events.map(({ steps }) => steps[0])).toEqual([wait(12)])
  const other = { kind: 'mine', node: 'node-2', steps: [wait(5)] }
  const both = { base: { endpoints: [] }, events: [...events, other] }
  expect(lastEvents(both, 1).events.map(({ steps }) => steps[0])).toEqual([wait(5)])
})
