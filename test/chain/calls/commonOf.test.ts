import { expect, it } from 'vitest'
import { commonOf } from '../../../src/chain/calls/commonOf.ts'
import type { Rules } from '../../../src/chain/protocol/rules.ts'

const rules: Rules = {
  chainId: 1337,
  genesisTimestamp: 0,
  forks: [
    { name: 'chainstart', at: { block: 0 } },
    { name: 'london', at: { block: 8 } },
  ],
}

it('has the rules of Paris for a chain without a merge', () => {
  const common = commonOf(rules, 'paris')
  const prevRandao = 4399
  const push0 = 3855
  expect([prevRandao, push0].map((eip) => common.isActivatedEIP(eip))).toEqual([true, false])
  expect(commonOf(rules, 'london').isActivatedEIP(prevRandao)).toBe(false)
})

it('creates the rules of a fork once for each chain', () => {
  expect(commonOf(rules, 'paris')).toBe(commonOf(rules, 'paris'))
  expect(commonOf({ ...rules }, 'paris')).not.toBe(commonOf(rules, 'paris'))
})
