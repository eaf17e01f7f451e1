import {
  type HeaderFieldName,
  headerFieldNames,
  headerFields,
} from '../../../chain/encoding/header.ts'
import { jsonHeaderFields } from '../../../endpoint/dialects/createDialect.ts'
import type { RlpWriter } from '../../../primitives/rlpWriter.ts'
import { contentAt, MembersReader } from './members.ts'
import { data, quantity, type ReadValue } from './readValue.ts'
import type { TextCursor } from './textCursor.ts'

const members = new MembersReader<HeaderFieldName | 'hash'>({
  number: quantity,
  hash: data(32),
  ...(Object.fromEntries(jsonHeaderFields.map((name) => [name, readerOf(name)])) as Record<
    Exclude<HeaderFieldName, 'number'>,
    ReadValue
  >),
})

function readerOf(name: HeaderFieldName): ReadValue {
  const { kind, bytes } = headerFields[name]
  if (kind === 'number' || kind === 'bigint') return quantity
  return data(kind === 'data' ? bytes : undefined)
}

const [HASH, PARENT_HASH, NUMBER, DIFFICULTY] = (
  ['hash', 'parentHash', 'number', 'difficulty'] as const
).map((name) => members.slotOf(name)) as [number, number, number, number]

const slots = headerFieldNames.map((name) => members.slotOf(name))

/** What is looked up in the header of a block. */
export type HeaderBytes = Readonly<
  Record<'hash' | 'parentHash' | 'number' | 'difficulty', Uint8Array>
>

/**
 * Reads the members of a header.
 *
 * @param items takes its fields for a while
 * @param out takes the header
 * @throws {OtherTextError}
 */
export function readHeader(text: TextCursor, items: RlpWriter, out: RlpWriter): HeaderBytes {
  const before = items.length
  const spans = members.read(text, items)
  const start = out.open()
  for (const slot of slots) {
    out.encoded(items.bytes, spans[slot] as number, spans[slot + 1] as number)
  }
  out.close(start)
  const bytesOf = (slot: number) => contentAt(items.bytes, spans, slot)
  const found = {
    hash: bytesOf(HASH),
    parentHash: bytesOf(PARENT_HASH),
    number: bytesOf(NUMBER),
    difficulty: bytesOf(DIFFICULTY),
  }
  items.cut(before)
  return found
}
