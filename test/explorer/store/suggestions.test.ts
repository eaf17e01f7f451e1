import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { suggestionsFor } from '../../../src/explorer/store/suggestions.ts'

const at = (number: number) => ({ number, hash: `0x${String(number).padStart(64, '0')}` })
const session = { head: signal(at(128)), safe: signal(at(96)), finalized: signal(null) }
const names = [
  { address: `0x${'ab'.repeat(20)}`, name: 'Lime Rabbit Coin (RABBI)', kind: 'token' },
  { address: `0x${'cd'.repeat(20)}`, name: 'Pool', kind: 'pool' },
  { address: `0x${'ef'.repeat(20)}`, name: 'Liverpool', kind: 'token' },
]

function texts(query: string): readonly string[] {
  return suggestionsFor(query, session, names).map(({ text }) => text)
}

describe('suggestionsFor', () => {
  it('suggests blocks up to the head', () => {
    expect(texts('12')).toEqual(['Block 12'])
    expect(texts('0x80')).toEqual(['Block 128'])
    expect(texts('129')).toEqual([])
  })

  it('suggests tags that have a block', () => {
    expect(texts('la')).toEqual(['latest'])
    expect(texts('s')).toEqual(['safe'])
    expect(texts('final')).toEqual([])
  })

  it('suggests names, with those that begin like the text first', () => {
    expect(texts('pool')).toEqual(['Pool', 'Liverpool'])
    expect(texts('rabbi')).toEqual(['Lime Rabbit Coin (RABBI)'])
  })

  it('suggests known addresses by their first digits', () => {
    expect(texts('0xabab')).toContain('Lime Rabbit Coin (RABBI)')
    expect(texts('0xab')).not.toContain('Lime Rabbit Coin (RABBI)')
  })

  it('suggests nothing for nothing, and at most eight', () => {
    expect(texts(' ')).toEqual([])
    const many = Array.from({ length: 20 }, (_, index) => ({
      address: `0x${index}`,
      name: `Account ${index}`,
      kind: 'account',
    }))
    expect(suggestionsFor('account', session, many)).toHaveLength(8)
  })
})
