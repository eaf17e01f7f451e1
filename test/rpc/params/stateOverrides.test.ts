import { describe, expect, it } from 'vitest'
import { toHex } from '../../../src/primitives/hex.ts'
import { stateOverrides } from '../../../src/rpc/params/stateOverrides.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const word = (byte: string) => byte.repeat(32)

const read = (slots: unknown) => stateOverrides.read({ [ADDRESS]: { stateDiff: slots } }, 2)?.[0]

describe('stateOverrides', () => {
  it('reads slots into one list of bytes, in their order', () => {
    const slots = read({
      [`0x${word('Fe')}`]: `0X${word('01')}`,
      [`0x${word('00')}`]: `0x${word('Ab')}`,
    })
    expect(toHex(slots?.stateDiff as Uint8Array)).toBe(
      `0x${word('fe')}${word('01')}${word('00')}${word('ab')}`,
    )
    expect(read({})?.stateDiff).toEqual(new Uint8Array(0))
  })

  it.each([
    [{ [`0x${word('00')}`]: '0x1' }, 'hex string of odd length'],
    [{ [`0x${word('00')}`]: '0x01' }, 'hex string has length 2, want 64 for common.Hash'],
    [{ [`0x${word('00')}`]: `0x${word('0g')}` }, 'invalid hex string'],
    [{ [`0x${word('g0')}`]: `0x${word('00')}` }, 'invalid hex string'],
    [{ [`0x${word('00').slice(1)}é`]: `0x${word('00')}` }, 'invalid hex string'],
    [{ [word('00')]: `0x${word('00')}` }, 'hex string without 0x prefix'],
    [{ [`0x${word('00')}`]: 5 }, 'non-string'],
    [[], 'cannot unmarshal array into Go struct field'],
  ])('refuses what geth refuses: %j', (slots, message) => {
    expect(() => read(slots)).toThrow(message)
  })
})
