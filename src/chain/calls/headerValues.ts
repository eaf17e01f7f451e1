import { type Hex, toBigInt, toMinimalBytes } from '../../primitives/hex.ts'
import { readRlp } from '../../primitives/readRlp.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import {
  type Header,
  type HeaderFieldName,
  headerFieldNames,
  headerFields,
} from '../encoding/header.ts'

/**
 * The fields of a header as bytes and exact numbers: a simulated block may have a time above 2^53. A field that its fork
 * does not have is absent.
 */
export type HeaderValues = {
  readonly [Name in HeaderFieldName as undefined extends Header[Name] ? never : Name]: Value<Name>
} & {
  readonly [Name in HeaderFieldName as undefined extends Header[Name] ? Name : never]?: Value<Name>
}

type Value<Name extends HeaderFieldName> = Required<Header>[Name] extends Hex ? Uint8Array : bigint

/** Encodes a header as it is hashed. */
export function encodeHeader(values: HeaderValues): Uint8Array {
  const items: Uint8Array[] = []
  for (const name of headerFieldNames) {
    const value = values[name]
    if (value === undefined) continue
    items.push(typeof value === 'bigint' ? toMinimalBytes(value) : value)
  }
  return encodeRlp(items)
}

const headers = new WeakMap<Uint8Array, HeaderValues>()

/** The header of an encoded block. It is read once for each block. */
export function headerValuesOf({ rlp }: { readonly rlp: Uint8Array }): HeaderValues {
  let header = headers.get(rlp)
  if (header === undefined) {
    header = readHeader(rlp)
    headers.set(rlp, header)
  }
  return header
}

function readHeader(rlp: Uint8Array): HeaderValues {
  const [items] = readRlp(rlp) as [Uint8Array[]]
  const values: Partial<Record<HeaderFieldName, Uint8Array | bigint>> = {}
  for (const [index, item] of items.entries()) {
    const name = headerFieldNames[index] as HeaderFieldName
    const { kind } = headerFields[name]
    values[name] = kind === 'number' || kind === 'bigint' ? toBigInt(item) : item
  }
  return values as HeaderValues
}
