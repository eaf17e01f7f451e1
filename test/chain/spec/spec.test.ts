import { describe, expect, it } from 'vitest'
import {
  type ChainSpec,
  resolveSpec,
  SpecError,
  TEST_MNEMONIC,
} from '../../../src/chain/spec/spec.ts'

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

  it('reads a mnemonic, or none', () => {
    expect(resolveSpec({ mnemonic: TEST_MNEMONIC }).mnemonic).toBe(TEST_MNEMONIC)
    expect(resolveSpec({ mnemonic: 'none' })).toEqual(resolveSpec())
  })

  it('does not repeat a mnemonic in an error, because it may be secret', () => {
    expect(() => resolveSpec({ mnemonic: 'my secret' })).toThrow(
      /^mnemonic: want 12, 15, 18, 21 or 24 words in lower case with one space between them, or none$/,
    )
  })

  it('treats an integer seed as its decimal text', () => {
    expect(resolveSpec({ seed: 42 })).toEqual(resolveSpec({ seed: '42' }))
    expect(resolveSpec({ seed: 42 }).seedKey).not.toBe(resolveSpec({ seed: 43 }).seedKey)
  })

  it.each<[path: string, spec: object]>([
    ['mnemonicAccounts', { mnemonicAccounts: 1001 }],
    ['mnemonicBalance', { mnemonicBalance: 0.5 }],
    ['derivationPath', { derivationPath: "44'/60'" }],
    ['derivationPath', { derivationPath: `m/${2 ** 31}` }],
    ['derivationPath', { derivationPath: 'm/-1' }],
    ['baseFee', { baseFee: -1, preset: 'latest' }],
    ['baseFee', { baseFee: 1, preset: 'eras' }],
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
    ['mnemonic', { mnemonic: '' }],
    ['mnemonic', { mnemonic: 'test' }],
    ['mnemonic', { mnemonic: `${TEST_MNEMONIC} junk` }],
    ['mnemonic', { mnemonic: TEST_MNEMONIC.toUpperCase() }],
    ['mnemonic', { mnemonic: TEST_MNEMONIC.replace(' ', '  ') }],
    ['finality.depth', { finality: { safe: 1, finalized: 2, depth: 3 } }],
    ['finality.safe', { finality: { finalized: 2 } }],
    ['finality.finalized', { finality: { safe: 3, finalized: 2 } }],
  ])('refuses %s in %j and names it', (path, spec) => {
    const resolve = () => resolveSpec(spec as ChainSpec)
    expect(resolve).toThrow(SpecError)
    expect(resolve).toThrow(expect.objectContaining({ code: 'INVALID_SPEC', path }))
  })

  it.each<[message: string, spec: object]>([
    [
      "preset: 'histroy' is none of: history, eras, pow, latest, amsterdam; did you mean history?",
      { preset: 'histroy' },
    ],
    ['seed: it is empty; want an integer or a non-empty string', { seed: '' }],
    ['forks.londn: there is no such field; those known are: chainstart,', { forks: { londn: 0 } }],
    [
      'forks.paris.time: there is no such field; those known are: timestamp',
      { forks: { paris: { time: 0 } } },
    ],
    ['forks.chainstart: it is genesis: 0', { forks: { chainstart: 1 } }],
    ['traffic.brust: there is no such kind; those known are:', { traffic: { brust: 1 } }],
    [
      'transactionsPerBlock[1]: the most (2) is less than the fewest (3)',
      { transactionsPerBlock: [3, 2] },
    ],
    ['blockSeconds[1]: the most (2) is less than the fewest (3)', { blockSeconds: [3, 2] }],
    ['uncleRate[0]: the part (3) is more than the whole (2)', { uncleRate: [3, 2] }],
    ['finality.finalized: 4 is less than safe (8)', { finality: { safe: 8, finalized: 4 } }],
    ['blocks: null is not a whole number from 0 to 1000000', { blocks: null }],
  ])('names what is accepted: %s', (message, spec) => {
    expect(() => resolveSpec(spec as ChainSpec)).toThrow(message)
  })

  it('keeps the order of the given fields, which exported files repeat', () => {
    const traffic = { 'token-transfer': 3, burst: 0 }
    expect(Object.keys(resolveSpec({ traffic }).traffic)).toEqual(['token-transfer', 'burst'])
  })
})
