import { describe, expect, it } from 'vitest'
import { type ChainSpec, resolveSpec, SpecError } from '../../../src/chain/spec/spec.ts'

describe('resolveSpec', () => {
  it('fills in the defaults', () => {
    expect(resolveSpec()).toMatchObject({
      seed: 'ommer',
      blocks: 128,
      preset: 'history',
      transactionsPerBlock: undefined,
      gasLimit: 6_000_000,
      accounts: 10,
      finality: { safe: 32, finalized: 64 },
      traffic: {},
      uncleRate: undefined,
      blockSeconds: [1, 26],
    })
  })

  it('takes an integer seed for its decimal text', () => {
    expect(resolveSpec({ seed: 42 })).toEqual(resolveSpec({ seed: '42' }))
    expect(resolveSpec({ seed: 42 }).seedKey).not.toBe(resolveSpec({ seed: 43 }).seedKey)
  })

  it.each<[path: string, spec: object]>([
    ['spec', 7 as never],
    ['spec', [] as never],
    ['block', { block: 3 }],
    ['seed', { seed: 1.5 }],
    ['seed', { seed: '' }],
    ['seed', { seed: '\ud800' }],
    ['transactionsPerBlock', { transactionsPerBlock: null }],
    ['transactionsPerBlock', { transactionsPerBlock: 0 }],
    ['seed', { seed: {} }],
    ['seed', { seed: 2 ** 53 }],
    ['blocks', { blocks: -1 }],
    ['blocks', { blocks: 1.5 }],
    ['blocks', { blocks: '5' }],
    ['blocks', { blocks: 1_000_001 }],
    ['preset', { preset: 'toString' }],
    ['transactionsPerBlock', { transactionsPerBlock: 5 }],
    ['transactionsPerBlock', { transactionsPerBlock: [1, 2, 3] }],
    ['transactionsPerBlock[0]', { transactionsPerBlock: [-1, 2] }],
    ['transactionsPerBlock[1]', { transactionsPerBlock: [3, 2] }],
    ['traffic', { traffic: [] }],
    ['traffic.blob-transfers', { traffic: { 'blob-transfers': 1 } }],
    ['traffic.toString', { traffic: { toString: 1 } }],
    ['traffic.blob-transfer', { traffic: { 'blob-transfer': -1 } }],
    ['traffic.blob-transfer', { traffic: { 'blob-transfer': 0.5 } }],
    ['traffic.blob-transfer', { traffic: { 'blob-transfer': undefined } }],
    ['uncleRate', { uncleRate: 0 }],
    ['uncleRate', { uncleRate: 0.125 }],
    ['uncleRate[0]', { uncleRate: [3, 2] }],
    ['uncleRate[1]', { uncleRate: [0, 0] }],
    ['blockSeconds', { blockSeconds: 12 }],
    ['blockSeconds[0]', { blockSeconds: [0, 12] }],
    ['blockSeconds[1]', { blockSeconds: [12, 27] }],
    ['blockSeconds[1]', { blockSeconds: [12, 11] }],
    ['forks.chainstart', { forks: { chainstart: 5 } }],
    ['gasLimit', { gasLimit: 999_999 }],
    ['gasLimit', { gasLimit: Number.NaN }],
    ['accounts', { accounts: 1 }],
    ['finality', { finality: 3 }],
    ['chainId', { chainId: 0 }],
    ['chainId', { chainId: 2 ** 48 + 1 }],
    ['chainId', { chainId: '1' as never }],
    ['finality.depth', { finality: { safe: 1, finalized: 2, depth: 3 } }],
    ['finality.safe', { finality: { finalized: 2 } }],
    ['finality.finalized', { finality: { safe: 3, finalized: 2 } }],
  ])('refuses %s in %j and names it', (path, spec) => {
    const resolve = () => resolveSpec(spec as ChainSpec)
    expect(resolve).toThrow(SpecError)
    expect(resolve).toThrow(expect.objectContaining({ code: 'INVALID_SPEC', path }))
  })
})
