import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasAtMostItems, RlpCursor, readRlp, requireHeadAt } from '../../src/primitives/readRlp.ts'
import { encodeRlp, type RlpItem } from '../../src/primitives/rlp.ts'

const bytes = fc.oneof(fc.uint8Array(), fc.uint8Array({ minLength: 50, maxLength: 300 }))

const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof({ depthSize: 'small' }, bytes, fc.array(tie('item'), { maxLength: 6 })),
}))

/** Bytes as text, because the kind of view does not matter. */
function plain(content: RlpItem): unknown {
  return content instanceof Uint8Array
    ? Buffer.from(content).toString('hex')
    : content.map((each) => plain(each))
}

it('reads the same as the stock decoder', () => {
  fc.assert(
    fc.property(item, (value) => {
      const bytes = encodeRlp(value)
      expect(plain(readRlp(bytes))).toEqual(plain(RLP.decode(bytes) as RlpItem))
    }),
  )
})

it.each([0, 1, 55, 56, 255, 256, 65_535, 65_536])('reads lengths around %d bytes', (length) => {
  const value = [new Uint8Array(length).fill(0x7f), [new Uint8Array(length).fill(0xff)]]
  expect(plain(readRlp(encodeRlp(value)))).toEqual(plain(value))
})

/** Reads the item that begins at an offset. */
function read(cursor: RlpCursor, offset: number): RlpItem {
  cursor.moveTo(offset)
  if (!cursor.isList) return cursor.bytes.slice(cursor.start, cursor.end)
  return cursor.itemsAt(offset).map((at) => read(cursor, at))
}

it('finds the items that were encoded', () => {
  fc.assert(
    fc.property(item, (value) => {
      expect(plain(read(new RlpCursor(encodeRlp(value)), 0))).toEqual(plain(value))
    }),
  )
})

it('finds where the contents of items begin and end', () => {
  fc.assert(
    fc.property(fc.array(bytes), (items) => {
      const cursor = new RlpCursor(encodeRlp(items))
      const spans = cursor.spansAt(0)
      const contents = items.map((_, index) =>
        cursor.bytes.slice(spans[2 * index], spans[2 * index + 1]),
      )
      expect(spans).toHaveLength(2 * items.length)
      expect(contents).toEqual(items)
    }),
  )
})

it('moves from item to item', () => {
  const cursor = new RlpCursor(encodeRlp([Uint8Array.of(1), Uint8Array.of(2, 3)]))
  cursor.moveTo(0)
  cursor.moveTo(cursor.start)
  expect(cursor.bytes.slice(cursor.start, cursor.end)).toEqual(Uint8Array.of(1))
  cursor.next()
  expect(cursor.bytes.slice(cursor.start, cursor.end)).toEqual(Uint8Array.of(2, 3))
  cursor.next()
  expect(cursor).toMatchObject({ isList: false, start: 5, end: 5 })
})

it('reads a head without the content', () => {
  expect(requireHeadAt(Uint8Array.of(0xf8, 200), 0)).toEqual({ isList: true, start: 2, end: 202 })
})

it.each([
  ['the bytes end before the item', Uint8Array.of(1), 1],
  ['the bytes end within a length', Uint8Array.of(0xb9, 1), 0],
])('says that %s', (problem, bytes, at) => {
  expect(() => requireHeadAt(bytes, at)).toThrow(new RangeError(problem))
})

it.each([
  ['items within lists', encodeRlp([[Uint8Array.of(1)], Uint8Array.of(0x80)]), 4],
  ['items up to one that ends within its length', Uint8Array.of(1, 2, 0xb9, 1), 3],
])('counts %s', (_, bytes, count) => {
  expect([count - 1, count].map((limit) => hasAtMostItems(bytes, limit))).toEqual([false, true])
})
