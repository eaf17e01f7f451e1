import { expect, test } from 'vitest'
import { containsParams } from '../../src/primitives/containsParams.ts'

const address = '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4'
const filter = { address: address.toLowerCase(), topics: [null, ['0xa', '0xB']], fromBlock: '0x1' }

test.each([
  [[], true],
  [[{}], true],
  [[{ address }], true],
  [[{ address: '0x5b38' }], false],
  [[{ topics: [null, ['0xA']] }], true],
  [[{ topics: ['0xa'] }], false],
  [[{ toBlock: '0x1' }], false],
  [[{ toBlock: null }], true],
  [[null, true], true],
  [[undefined, false], false],
  [[{}, true, 7], false],
  [[[]], false],
  [['0x1'], false],
])('compares a filter and true with %j', (wanted, isContained) => {
  expect(containsParams([filter, true], wanted)).toBe(isContained)
})

test('compares other text as it is, and refuses params that are not a list', () => {
  expect(containsParams(['newHeads'], ['newHeads'])).toBe(true)
  expect(containsParams(['newHeads'], ['newheads'])).toBe(false)
  expect(containsParams({ 0: 'newHeads' }, ['newHeads'])).toBe(false)
  expect(containsParams(undefined, [])).toBe(false)
})
