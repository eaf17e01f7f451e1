import { describe, expect, it } from 'vitest'
import { fundedKeys, optionsOfFunded } from '../../src/server/fundedKeys.ts'
import { resolveServeOptions } from '../../src/server/resolveServeOptions.ts'

describe('the funded keys of a journal', () => {
  it('lists the keys with dialect anvil', () => {
    const apiKeys = ['a', { key: 'b', dialect: 'anvil' as const }]
    expect(fundedKeys(resolveServeOptions({ apiKeys }))).toEqual(['b'])
  })

  it('lists the keys without dialect anvil where others have it', () => {
    const apiKeys = ['a', { key: 'b', dialect: 'geth' as const }]
    expect(fundedKeys(resolveServeOptions({ apiKeys, dialect: 'anvil' }))).toEqual(['*', 'b'])
  })

  it.each([[['b']], [['*', 'b']]])('become options with the same funded keys: %j', (keys) => {
    expect(fundedKeys(resolveServeOptions(optionsOfFunded(keys)))).toEqual(keys)
  })

  it('become no options in a journal that has none', () => {
    expect(optionsOfFunded(undefined)).toEqual({ dialect: undefined, apiKeys: undefined })
  })

  it('are refused if they are no list of texts', () => {
    expect(() => optionsOfFunded(['a', 1])).toThrow('funded[1]: ')
  })
})
