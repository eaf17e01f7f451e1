import { encodeRlp, type RlpItem } from '../../primitives/rlp.ts'

/** A transaction or receipt as its trie holds it: RLP, which the type precedes unless it is 0, legacy (EIP-2718). */
export function encodeTyped(type: number, items: readonly RlpItem[]): Uint8Array {
  const payload = encodeRlp(items)
  if (type === 0) return payload
  const encoded = new Uint8Array(1 + payload.length)
  encoded[0] = type
  encoded.set(payload, 1)
  return encoded
}
