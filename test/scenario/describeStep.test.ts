import { expect, test } from 'vitest'
import { describeStep } from '../../src/scenario/describeStep.ts'

test.each([
  [{ mine: 2 }, '`mine: 2`'],
  [{ reorg: { depth: 1, length: 2 } }, '`reorg: {"depth":1,"length":2}`'],
  [{ lag: { behind: 'a', blocks: 1 }, endpoint: 'b' }, '`lag: {"behind":"a","blocks":1}` at `b`'],
  [{ waitFor: {} }, 'wait until the client has asked anything'],
  [
    { waitFor: { method: 'eth_getLogs', block: 7, named: 'number' as const, calls: 3 } },
    'wait until the client has asked 3 times `eth_getLogs` for block 7 by number',
  ],
  [
    { waitFor: { method: ['eth_call', 'eth_getLogs'], block: 'head' as const }, endpoint: 'a' },
    'wait until the client has asked `eth_call` or `eth_getLogs` for the head at `a`',
  ],
])('describes %j', (step, text) => {
  expect(describeStep(step)).toBe(text)
})
