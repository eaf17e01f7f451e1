import { describe, expect, it } from 'vitest'
import { CallError } from '../../../../src/chain/calls/callError.ts'
import type { BlockOverrides } from '../../../../src/chain/calls/overrides.ts'
import { orderBlocks } from '../../../../src/chain/calls/simulate/orderBlocks.ts'
import type { BlockCalls } from '../../../../src/chain/calls/simulate/simulation.ts'

const base = { number: 10n, timestamp: 1000n }

function blocks(...overrides: BlockOverrides[]): BlockCalls[] {
  return overrides.map((blockOverrides) => ({ blockOverrides, stateOverrides: [], calls: [{}] }))
}

function order(...overrides: BlockOverrides[]) {
  return orderBlocks(base, blocks(...overrides)).map(({ number, timestamp, calls }) => {
    return [number, timestamp, calls.length]
  })
}

function errorOf(...overrides: BlockOverrides[]) {
  try {
    orderBlocks(base, blocks(...overrides))
  } catch (error) {
    if (error instanceof CallError) return [error.code, error.message]
    throw error
  }
  return undefined
}

describe('orderBlocks', () => {
  it('gives each block the next number, and a time 12 seconds later', () => {
    expect(order({}, {})).toEqual([
      [11n, 1012n, 1],
      [12n, 1024n, 1],
    ])
  })

  it('fills a gap between numbers with blocks without calls', () => {
    expect(order({ number: 13n }, { number: 15n, time: 5000n })).toEqual([
      [11n, 1012n, 0],
      [12n, 1024n, 0],
      [13n, 1036n, 1],
      [14n, 1048n, 0],
      [15n, 5000n, 1],
    ])
  })

  it('refuses numbers that do not increase', () => {
    const code = -38020
    expect(errorOf({ number: 10n })).toEqual([code, 'block numbers must be in order: 10 <= 10'])
    expect(errorOf({ number: 14n }, { number: 12n })).toEqual([
      code,
      'block numbers must be in order: 12 <= 14',
    ])
  })

  it('refuses times that do not increase, also after a filled gap', () => {
    const code = -38021
    expect(errorOf({ time: 1000n })).toEqual([
      code,
      'block timestamps must be in order: 1000 <= 1000',
    ])
    expect(errorOf({ number: 13n, time: 1024n })).toEqual([
      code,
      'block timestamps must be in order: 1024 <= 1024',
    ])
  })

  it('accepts 256 blocks and no more, including those that fill gaps', () => {
    expect(order({ number: 266n })).toHaveLength(256)
    expect(errorOf({ number: 267n })).toEqual([-38026, 'too many blocks'])
    expect(errorOf({ number: 2n ** 255n })).toEqual([-38026, 'too many blocks'])
  })

  it('wraps around after the largest time, as geth does', () => {
    expect(order({ time: 2n ** 64n - 1n }, {})).toEqual([
      [11n, 2n ** 64n - 1n, 1],
      [12n, 11n, 1],
    ])
  })
})
