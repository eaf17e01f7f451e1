import { describe, expect, test } from 'vitest'
import { forkHash } from '../../../src/chain/protocol/forkId.ts'
import type { ForkSchedule } from '../../../src/chain/protocol/forks.ts'

const MAINNET = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3'

/** The blocks of mainnet's forks, that of the DAO included. */
const blocks = [
  1_150_000, 1_920_000, 2_463_000, 2_675_000, 4_370_000, 7_280_000, 7_280_000, 9_069_000, 9_200_000,
  12_244_000, 12_965_000, 13_773_000, 15_050_000,
]

const forks: ForkSchedule = [
  { name: 'chainstart', at: { block: 0 } },
  { name: 'paris', at: { block: 15_537_394 } },
  { name: 'shanghai', at: { timestamp: 1_681_338_455 } },
  { name: 'cancun', at: { timestamp: 1_710_338_135 } },
  { name: 'prague', at: { timestamp: 1_746_612_311 } },
]

const rules = { forks, genesisTimestamp: 0, forkIdBlocks: blocks }

describe('the fork hash of mainnet', () => {
  // From EIP-2124, EIP-6122, EIP-7910 and the blog posts of the forks.
  test.each([
    ['Gray Glacier', 1_681_338_454, '0xf0afd0e3'],
    ['Shanghai', 1_681_338_455, '0xdce96c2d'],
    ['the end of Shanghai', 1_710_338_134, '0xdce96c2d'],
    ['Cancun', 1_710_338_135, '0x9f3d2254'],
    ['Prague', 1_746_612_311, '0xc376cf8b'],
  ])('at %s', (_, time, expected) => {
    expect(forkHash(rules, MAINNET, time)).toBe(expected)
  })

  test.each([
    [[], '0xfc64ec04'],
    [[1_150_000], '0x97c2c34c'],
    [[1_150_000, 1_920_000], '0x91d1f948'],
  ])('after the forks %j', (some, expected) => {
    expect(forkHash({ ...rules, forkIdBlocks: some }, MAINNET, 0)).toBe(expected)
  })
})

test('takes the blocks of the forks, in any order, each once and without genesis', () => {
  const at = (block: number) => ({ at: { block } })
  const some: ForkSchedule = [
    { name: 'chainstart', ...at(0) },
    { name: 'homestead', ...at(1_920_000) },
    { name: 'byzantium', ...at(1_150_000) },
    { name: 'istanbul', ...at(1_920_000) },
  ]
  expect(forkHash({ forks: some, genesisTimestamp: 0 }, MAINNET, 0)).toBe('0x91d1f948')
})

test('does not count a time at or before genesis', () => {
  const later = { ...rules, genesisTimestamp: 1_681_338_455 }
  expect(forkHash(later, MAINNET, 1_681_338_455)).toBe('0xf0afd0e3')
})
