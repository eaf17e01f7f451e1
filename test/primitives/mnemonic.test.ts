import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../src/primitives/hex.ts'
import { isMnemonic, privateKeysOf } from '../../src/primitives/mnemonic.ts'

const strengths = [128, 160, 192, 224, 256] as const

describe('privateKeysOf', () => {
  it('derives the keys that viem derives', () => {
    fc.assert(
      fc.property(fc.constantFrom(...strengths), fc.integer({ min: 0, max: 9 }), (bits, index) => {
        const phrase = generateMnemonic(english, bits)
        const { privateKey } = mnemonicToAccount(phrase, { addressIndex: index }).getHdKey()
        const key = privateKeysOf(phrase, 10)[index] as Uint8Array
        expect(toHex(key)).toBe(bytesToHex(privateKey as Uint8Array))
      }),
      { numRuns: 10 },
    )
  })
})

describe('isMnemonic', () => {
  it('accepts what viem generates', () => {
    for (const bits of strengths) expect(isMnemonic(generateMnemonic(english, bits))).toBe(true)
  })

  it.each([
    [
      'with a word that is not in the list',
      'test test test test test test test test test test test ommer',
    ],
    ['with a wrong checksum', 'test test test test test test test test test test test test'],
    ['with a word too few', 'test test test test test test test test test test junk'],
  ])('refuses a phrase %s', (_which, phrase) => {
    expect(isMnemonic(phrase)).toBe(false)
  })
})
