import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeRlp, encodeRlpList, type RlpItem } from '../../src/primitives/rlp.ts'

const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    fc.uint8Array({ maxLength: 70 }),
    fc.array(tie('item'), { maxLength: 6 }),
  ),
}))

const stock = (value: RlpItem) => RLP.encode(value as never)

describe('encodeRlp', () => {
  it('writes the same as the stock encoder', () => {
    fc.assert(
      fc.property(item, (value) => {
        expect(encodeRlp(value)).toEqual(stock(value))
      }),
    )
  })

  it.each([0, 1, 55, 56, 255, 256, 65_535, 65_536])('writes lengths around %d bytes', (length) => {
    const bytes = new Uint8Array(length).fill(0x7f)
    expect(encodeRlp(bytes)).toEqual(stock(bytes))
    expect(encodeRlp([bytes])).toEqual(stock([bytes]))
  })
})

describe('encodeRlpList', () => {
  it('makes a list from encoded items', () => {
    fc.assert(
      fc.property(fc.array(item), (items) => {
        expect(encodeRlpList(items.map(encodeRlp))).toEqual(stock(items))
      }),
    )
  })
})
