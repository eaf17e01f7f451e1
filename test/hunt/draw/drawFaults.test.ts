import { expect, test } from 'vitest'
import { setFaults } from '../../../src/hunt/draw/drawFaults.ts'
import { Random } from '../../../src/primitives/random.ts'
import { situation } from './situation.ts'

const nodesOf = (method: string) =>
  Array.from({ length: 100 }, (_, index) => {
    const rules = [{ methods: method, fault: { kind: 'null' } }] as const
    const steps = setFaults(situation(new Random(`faults ${index}`)), rules)
    return steps.map(({ endpoint }) => endpoint).join(' ')
  })

test('of two nodes one fails that the client asks, or both do', () => {
  expect(new Set(nodesOf('eth_getBlockByHash'))).toEqual(new Set(['replica', 'node replica']))
  expect(new Set(nodesOf('eth_blockNumber'))).toEqual(new Set(['node', 'replica', 'node replica']))
})

test('any node fails where it is not known what the client asks', () => {
  expect(new Set(nodesOf('eth_call'))).toEqual(new Set(['node', 'replica', 'node replica']))
})
