import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type RlpContent, readRlp } from '../../src/primitives/readRlp.ts'
import { encodeRlp, type RlpItem } from '../../src/primitives/rlp.ts'

const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    fc.uint8Array({ maxLength: 70 }),
    fc.array(tie('item'), { maxLength: 6 }),
  ),
}))

/** Bytes as text, because the kind of view does not matter. */
function plain(content: RlpContent | RlpItem): unknown {
  return content instanceof Uint8Array
    ? Buffer.from(content).toString('hex')
    : content.map((each) => plain(each))
}

it('reads the same as the stock decoder', () => {
  fc.assert(
    fc.property(item, (value) => {
      const bytes = encodeRlp(value)
      expect(plain(readRlp(bytes))).toEqual(plain(RLP.decode(bytes) as RlpContent))
    }),
  )
})

it.each([0, 1, 55, 56, 255, 256, 65_535, 65_536])('reads lengths around %d bytes', (length) => {
  const value = [new Uint8Array(length).fill(0x7f), [new Uint8Array(length).fill(0xff)]]
  expect(plain(readRlp(encodeRlp(value)))).toEqual(plain(value))
})
