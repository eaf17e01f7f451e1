import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeRlp, type RlpItem } from '../../src/primitives/rlp.ts'
import { RlpWriter } from '../../src/primitives/rlpWriter.ts'

const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tie('item'), { maxLength: 20 }),
  ),
}))

/** Byte strings come from digits if `asDigits`. */
function write(writer: RlpWriter, each: RlpItem, asDigits: boolean): void {
  if (each instanceof Uint8Array) {
    const text = Buffer.from(`"0x${Buffer.from(each).toString('hex')}"`)
    if (asDigits) writer.digits(text, 3, text.length - 1)
    else writer.string(each)
    return
  }
  const start = writer.open()
  for (const part of each) write(writer, part, asDigits)
  writer.close(start)
}

it.each([true, false])('writes what `encodeRlp` returns, from digits: %s', (asDigits) => {
  const writer = new RlpWriter()
  fc.assert(
    fc.property(item, (each) => {
      write(writer, each, asDigits)
      expect(writer.take()).toEqual(encodeRlp(each))
    }),
  )
})

it('puts a zero before an odd number of digits', () => {
  const writer = new RlpWriter()
  for (const digits of ['', '0', '7', '7f', '80', 'abc', '12345']) {
    writer.digits(Buffer.from(digits), 0, digits.length)
    const even = digits.length % 2 === 0 ? digits : `0${digits}`
    expect(writer.take()).toEqual(encodeRlp(new Uint8Array(Buffer.from(even, 'hex'))))
  }
})

it('forgets what was written after a length', () => {
  const writer = new RlpWriter()
  writer.byte(3)
  const { length } = writer
  writer.string(Uint8Array.of(1, 2))
  writer.cut(length)
  writer.encoded(Uint8Array.of(9, 8, 7), 1, 2)
  expect(writer.take()).toEqual(Uint8Array.of(3, 8))
})
