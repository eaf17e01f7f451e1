import {
  type HeaderFieldName,
  headerFieldNames,
  headerFields,
} from '../../../chain/encoding/header.ts'
import type { AsciiWriter } from '../../../primitives/asciiWriter.ts'
import { jsonHeaderFields } from '../createDialect.ts'

/** Where the fields of a header are in the RLP of its block. */
export interface HeaderSpans {
  readonly bytes: Uint8Array
  /** start and end of each field, in the order in which they are hashed */
  readonly spans: readonly number[]
}

/** What is written for each field after `number` and `hash`. */
const members = jsonHeaderFields.map((name) => ({
  name: `,"${name}":`,
  slot: 2 * headerFieldNames.indexOf(name),
  isQuantity: isQuantity(name),
}))

const NUMBER = 2 * headerFieldNames.indexOf('number')

function isQuantity(name: HeaderFieldName): boolean {
  const { kind } = headerFields[name]
  return kind === 'number' || kind === 'bigint'
}

/** Writes the fields of a header, without the end of the object. The text is that of `writeHeader`. */
export function writeHeaderText(out: AsciiWriter, hash: Uint8Array, header: HeaderSpans): void {
  const { bytes, spans } = header
  out.text('{"number":')
  out.quantity(bytes, spans[NUMBER], spans[NUMBER + 1])
  out.text(',"hash":')
  out.data(hash)
  for (const { name, slot, isQuantity } of members) {
    const [start, end] = [spans[slot], spans[slot + 1]]
    // Its fork does not have the field.
    if (start === undefined) continue
    out.text(name)
    if (isQuantity) out.quantity(bytes, start, end)
    else out.data(bytes, start, end)
  }
}
