import { describe, expect, it } from 'vitest'
import { fieldDifference } from '../../src/log/fieldDifference.ts'

const KEY = 'a-secret-key'

describe('fieldDifference', () => {
  it.each([
    [{ dev: false }, { dev: true }, 'dev false, this one has true (--dev)'],
    [{ miningInterval: 5 }, {}, 'miningInterval 5, this one has the default (--block-time)'],
    [
      { funded: [KEY, '*'] },
      { funded: [] },
      'funded accounts, this one has none (--dialect, --api-key)',
    ],
    [
      { funded: [] },
      { funded: [KEY] },
      'no funded accounts, this one has funded accounts (--dialect, --api-key)',
    ],
    [{ funded: ['*'] }, { funded: [KEY] }, 'funded accounts at other keys (--dialect, --api-key)'],
  ])('of the options of a server %o and %o', (found, wanted, text) => {
    expect(fieldDifference(found, wanted)).toBe(text)
  })

  it.each([
    [{ mnemonic: 'test test junk' }, {}, 'a mnemonic, this one has none (--mnemonic)'],
    [{}, { mnemonic: 'test test junk' }, 'no mnemonic, this one has a mnemonic (--mnemonic)'],
    [{ mnemonic: 'test' }, { mnemonic: 'junk' }, 'another mnemonic (--mnemonic)'],
    [
      {},
      { mnemonicAccounts: 3 },
      'the default mnemonicAccounts, this one has 3 (--mnemonic-accounts)',
    ],
    [{ seed: `${'a'.repeat(50)}1` }, { seed: `${'a'.repeat(50)}2` }, 'another seed (--seed)'],
    [
      { finality: { safe: 1, finalized: 2 } },
      { finality: { safe: 2, finalized: 4 } },
      'another finality (--finality)',
    ],
  ])('of the specs %o and %o', (found, wanted, text) => {
    expect(fieldDifference(found, wanted)).toBe(text)
  })

  it('is undefined if nothing differs', () => {
    expect(fieldDifference({ funded: [KEY] }, { funded: [KEY] })).toBeUndefined()
  })
})
