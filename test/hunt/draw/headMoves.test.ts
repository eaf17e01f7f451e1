import { expect, test } from 'vitest'
import { headMoves } from '../../../src/hunt/draw/headMoves.ts'
import type { Step } from '../../../src/scenario/step.ts'

test.each<[string, Step[], ReturnType<typeof headMoves>]>([
  ['new blocks', [{ mine: 3 }], { head: 3, peak: 3, kept: 0 }],
  ['with a time', [{ mine: { count: 2, timestamp: 9 } }], { head: 2, peak: 2, kept: 0 }],
  ['a reorg', [{ reorg: { depth: 2, length: 3 } }], { head: 1, peak: 1, kept: -2 }],
  ['a reorg as long as usual', [{ reorg: { depth: 2 } }], { head: 1, peak: 1, kept: -2 }],
  ['a rollback', [{ rollback: 4 }, { mine: 1 }], { head: -3, peak: 0, kept: -4 }],
  [
    'there and back',
    [{ snapshot: 's' }, { reorg: { depth: 3, length: 5 } }, { revert: 's' }, { mine: 1 }],
    { head: 1, peak: 2, kept: -3 },
  ],
  [
    'what other nodes do',
    [
      { mine: 1, endpoint: 'other' },
      { mine: 1, endpoint: 'node' },
    ],
    { head: 1, peak: 1, kept: 0 },
  ],
  ['waits', [{ waitFor: { calls: 2 } }], { head: 0, peak: 0, kept: 0 }],
])('follows the head: %s', (_, steps, expected) => {
  expect(headMoves(steps, 'node')).toEqual(expected)
})
