import { describe, expect, it } from 'vitest'
import { forkOf } from '../../../src/chain/calls/blockContext.ts'
import type { ForkSchedule } from '../../../src/chain/protocol/forks.ts'

const rulesOf = (forks: ForkSchedule) => ({ chainId: 1337, genesisTimestamp: 0, forks })

// As geth does (params.ChainConfig.Rules).
describe('the fork of a block on a chain without a merge', () => {
  const rules = rulesOf([
    { name: 'chainstart', at: { block: 0 } },
    { name: 'berlin', at: { block: 0 } },
    { name: 'london', at: { block: 8 } },
  ])

  it('is Paris if a call gives the block randomness of the beacon chain', () => {
    expect(forkOf(rules, 8n, 100n, true)).toBe('paris')
    expect(forkOf(rules, 8n, 100n, false)).toBe('london')
  })

  it('stays before London whatever a call gives the block', () => {
    expect(forkOf(rules, 7n, 100n, true)).toBe('berlin')
  })
})

it('is a fork by time only after the merge', () => {
  const rules = rulesOf([
    { name: 'chainstart', at: { block: 0 } },
    { name: 'london', at: { block: 0 } },
    { name: 'paris', at: { block: 4 } },
    { name: 'shanghai', at: { timestamp: 50 } },
  ])
  expect(forkOf(rules, 9n, 50n, true)).toBe('shanghai')
  expect(forkOf(rules, 9n, 49n, true)).toBe('paris')
  expect(forkOf(rules, 9n, 50n, false)).toBe('london')
})
