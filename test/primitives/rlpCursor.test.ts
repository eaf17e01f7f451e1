import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeRlp, type RlpItem } from '../../src/primitives/rlp.ts'
import { RlpCursor } from '../../src/primitives/rlpCursor.ts'

const bytes = fc.oneof(fc.uint8Array(), fc.uint8Array({ minLength: 50, maxLength: 300 }))

const { item: rlpItem } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof({ maxDepth: 4 }, bytes, fc.array(tie('item'))),
}))

/** Reads the item that begins at an offset. */
function read(cursor: RlpCursor, offset: number): RlpItem {
  cursor.moveTo(offset)
  if (!cursor.isList) return cursor.bytes.slice(cursor.start, cursor.end)
  return cursor.itemsAt(offset).map((at) => read(cursor, at))
}

it('finds the items that were encoded', () => {
  fc.assert(
    fc.property(rlpItem, (item) => {
      expect(read(new RlpCursor(encodeRlp(item)), 0)).toEqual(item)
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
})
