import { describe, expect, it } from 'vitest'
import { revertError, revertReason } from '../../../src/chain/calls/revertReason.ts'
import { fromHex } from '../../../src/primitives/hex.ts'

const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
const error = (text: string, { start = 32n, length = BigInt(text.length) } = {}) =>
  fromHex(`0x08c379a0${word(start)}${word(length)}${Buffer.from(text).toString('hex')}`)
const panic = (code: number | bigint) => fromHex(`0x4e487b71${word(code)}`)

describe('revertReason', () => {
  it('reads the string of Error(string)', () => {
    expect(revertReason(error('user error'))).toBe('user error')
    expect(revertReason(error(''))).toBe('')
    expect(revertReason(error('two\nlines'))).toBe('two\nlines')
  })

  it('names the codes of Panic(uint256)', () => {
    expect(revertReason(panic(0x01))).toBe('assert(false)')
    expect(revertReason(panic(0x32))).toBe('out-of-bounds access of an array or bytesN')
    expect(revertReason(panic(0x99))).toBe('unknown panic code: 0x99')
    expect(revertReason(panic(2n ** 255n))).toBe(`unknown panic code: 0x8${'0'.repeat(63)}`)
  })

  it('finds none in data with another format', () => {
    const others = [
      error('text', { start: 2n ** 255n }),
      error('text', { length: 5n }),
      panic(1).slice(0, -1),
      error('text', { start: 96n }),
      fromHex('0x08c379a0'),
      fromHex('0x'),
      fromHex('0x08c379'),
      fromHex(`0xdeadbeef${word(32)}`),
    ]
    for (const data of others) expect(revertReason(data)).toBeUndefined()
  })
})

describe('revertError', () => {
  it('has the code 3, the reason and the data', () => {
    const data = error('no')
    expect(revertError(data)).toMatchObject({ code: 3, message: 'execution reverted: no', data })
    const none = new Uint8Array(0)
    expect(revertError(none)).toMatchObject({ message: 'execution reverted', data: none })
  })
})
