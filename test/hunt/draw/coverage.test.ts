import { expect, test } from 'vitest'
import { Coverage } from '../../../src/hunt/draw/coverage.ts'
import type { ObservedCall } from '../../../src/hunt/run/observedCall.ts'

const call = (block: number | undefined, named: ObservedCall['named']): ObservedCall => {
  const method = 'eth_getBlockByNumber'
  return {
    key: 'node',
    chainId: 1337,
    method,
    params: [],
    outcome: 'ok',
    answer: '',
    named,
    block,
    head: 40,
  }
}

test('counts what the client was doing, and what happened then', () => {
  const coverage = new Coverage()
  const calls = [
    call(undefined, 'tag'),
    call(39, 'number'),
    call(12, 'number'),
    call(undefined, 'hash'),
  ]
  const moments = [
    { calls: 0, step: 'mine' },
    { calls: 1, step: 'reorg' },
    { calls: 2, step: 'reorg' },
    { calls: 3, step: 'reorg' },
    { calls: 4, step: 'setFaults null' },
  ]
  expect(coverage.add(calls, moments)).toBe(5)
  expect(coverage.pairs.map(([pair]) => pair)).toEqual([
    'nothing → mine',
    'eth_getBlockByNumber → reorg',
    'eth_getBlockByNumber up to 1 below the head → reorg',
    'eth_getBlockByNumber far below the head → reorg',
    'eth_getBlockByNumber by hash → setFaults null',
  ])
  expect(coverage.add(calls, moments.slice(0, 2))).toBe(0)
  expect(coverage.pairs[0]).toEqual(['nothing → mine', 2])
})
