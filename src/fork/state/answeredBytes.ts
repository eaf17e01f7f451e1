import { fromHex } from '../../primitives/hex.ts'
import { UpstreamError } from '../../primitives/upstreamError.ts'

/** The bytes of an answer of a node. @throws {UpstreamError} if it has none */
export function bytesOf(value: unknown, what: string): Uint8Array {
  if (typeof value === 'string' && /^0x(?:[\da-f]{2})*$/i.test(value)) return fromHex(value)
  throw new UpstreamError(`${what}: the node has sent no bytes`)
}

/** As `bytesOf`, for a list. */
export function bytesList(value: unknown, what: string): Uint8Array[] {
  if (!Array.isArray(value)) throw new UpstreamError(`${what}: the node has sent no list of nodes`)
  return value.map((each) => bytesOf(each, what))
}
