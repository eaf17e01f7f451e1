import { toBigInt, toHex, toNumber } from '../../../primitives/hex.ts'
import {
  type FieldFormat,
  type Header,
  type HeaderFieldName,
  headerFieldNames,
  headerFields,
} from '../header.ts'

type Bytes = Uint8Array

const fields = headerFieldNames.map((name) => [name, headerFields[name].kind] as const)

/** Reads a header from its RLP items; fields that its fork does not have are absent. */
export function decodeHeader(items: readonly Bytes[]): Header {
  const header: Partial<Record<HeaderFieldName, Header[HeaderFieldName]>> = {}
  for (const [index, item] of items.entries()) {
    const [name, kind] = fields[index] as (typeof fields)[number]
    header[name] = decode[kind](item)
  }
  return header as Header
}

const decode = {
  data: toHex,
  shortData: toHex,
  number: toNumber,
  bigint: toBigInt,
} satisfies Record<FieldFormat['kind'], (item: Bytes) => Header[keyof Header]>
