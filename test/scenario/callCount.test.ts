import { expect, test } from 'vitest'
import type { Endpoint } from '../../src/endpoint/endpoint.ts'
import { CallCount } from '../../src/scenario/callCount.ts'
import type { CallCondition } from '../../src/scenario/waitFor.ts'

const HASH = `0x${'ab'.repeat(32)}`

/** An endpoint on which every block exists, and every hash is that of block 7. */
const endpoint = {
  key: 'a',
  head: { number: 9 },
  blockByHash: () => ({ number: 7 }),
  blockByTag: () => ({ number: 9 }),
} as unknown as Endpoint

/** Whether one call completes the wait. */
function completes(condition: CallCondition, method: string, params: readonly unknown[]): boolean {
  const count = new CallCount(condition, 'a', 9)
  count.add({ endpoint, method, params })
  return count.isComplete
}

test.each<[CallCondition['named'], unknown, boolean]>([
  ['tag', 'latest', true],
  ['tag', '0x9', false],
  ['number', '0x9', true],
  ['number', 'finalized', false],
  [undefined, 'latest', true],
])('waits for a block named by %s, asked for %s: %s', (named, block, expected) => {
  const condition: CallCondition = { method: 'eth_getBlockByNumber', ...(named && { named }) }
  expect(completes(condition, 'eth_getBlockByNumber', [block, false])).toBe(expected)
})

test('knows a block by its hash', () => {
  const condition = { block: 7, named: 'hash' } as const
  expect(completes(condition, 'eth_getBlockByHash', [HASH, true])).toBe(true)
  expect(completes(condition, 'eth_getBlockByNumber', ['0x7', true])).toBe(false)
})

test('takes a filter by the end of its range', () => {
  const condition = { method: 'eth_getLogs', named: 'tag' } as const
  expect(completes(condition, 'eth_getLogs', [{ fromBlock: '0x1' }])).toBe(true)
  expect(completes(condition, 'eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x2' }])).toBe(false)
})

test('compares params from their beginning', () => {
  const condition = { method: 'eth_getLogs', params: [{ address: '0xAB' }] } as const
  expect(completes(condition, 'eth_getLogs', [{ address: '0xab', toBlock: '0x2' }])).toBe(true)
  expect(completes(condition, 'eth_getLogs', [{ address: '0xac' }])).toBe(false)
})

test('counts calls', () => {
  const count = new CallCount({ block: 7, named: 'hash', calls: 2 }, 'a', 9)
  const call = { endpoint, method: 'eth_getBlockByHash', params: [HASH, true] }
  count.add(call)
  expect([count.isComplete, count.status.calls]).toEqual([false, 1])
  count.add(call)
  expect(count.isComplete).toBe(true)
})
