import { toHex } from '../../primitives/hex.ts'
import { type HeaderFieldName, headerFields } from '../encoding/header.ts'

/** What is wrong with the bytes of a header field; undefined if nothing is. */
export function fieldProblem(name: HeaderFieldName, bytes: Uint8Array): string | undefined {
  const { kind, bytes: length } = headerFields[name]
  if (kind === 'data' && bytes.length !== length) {
    return `it has ${bytes.length} bytes, and must have ${length}`
  }
  if (bytes.length > length) return `it has ${bytes.length} bytes, and may have ${length}`
  const isQuantity = kind === 'number' || kind === 'bigint'
  if (isQuantity && bytes[0] === 0) return `${toHex(bytes)} is a number with a leading zero`
  return undefined
}
