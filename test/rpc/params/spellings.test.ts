import { expect, test } from 'vitest'
import {
  respellBlock,
  respellCall,
  respellFilter,
  respellFollowedFilter,
  respellQuantity,
} from '../../../src/rpc/params/spellings.ts'

test.each([
  [0, '0x0'],
  [1000, '0x3e8'],
  ['1000', '0x3e8'],
  ['0x08', '0x8'],
  ['0x00', '0x0'],
  ['0x', '0x0'],
  ['0x3e8', '0x3e8'],
  [-1, -1],
  [1.5, 1.5],
  ['x', 'x'],
  [null, null],
])('rewrites the quantity %j as %j', (given, spelt) => expect(respellQuantity(given)).toBe(spelt))

const hash = `0x00${'ab'.repeat(31)}`

test.each([
  [3, '0x3'],
  ['3', '0x3'],
  ['LATEST', 'latest'],
  [hash, hash],
  [{ blockNumber: 3 }, { blockNumber: '0x3' }],
  [{ blockHash: hash }, { blockHash: hash }],
  [null, null],
])('rewrites the block %j as %j', (given, spelt) => expect(respellBlock(given)).toEqual(spelt))

test('rewrites the quantities of a call alone', () => {
  const call = { to: '0x00', data: '0x00', value: 1, gas: '21000', nonce: '0x01', other: 1 }
  const spelt = { to: '0x00', data: '0x00', value: '0x1', gas: '0x5208', nonce: '0x1', other: 1 }
  expect(respellCall(call)).toEqual(spelt)
  expect(respellCall('0x')).toBe('0x')
})

test('rewrites the ends of a range', () => {
  expect(respellFilter({ fromBlock: 1, toBlock: '0x02', topics: [] })).toEqual({
    fromBlock: '0x1',
    toBlock: '0x2',
    topics: [],
  })
})

test('begins a filter of future blocks that names only its end with genesis', () => {
  expect(respellFollowedFilter({ toBlock: 9 })).toEqual({ fromBlock: 'earliest', toBlock: '0x9' })
  expect(respellFollowedFilter({ topics: [] })).toEqual({ topics: [] })
})
