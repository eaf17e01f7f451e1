import { encodeRlp, type RlpItem } from '../../primitives/rlp.ts'

/** Encodes a transaction or receipt for its trie: RLP, prefixed with the type unless that is 0, legacy (EIP-2718). */
export function encodeTyped(type: number, items: readonly RlpItem[]): Uint8Array {
  const payload = encodeRlp(items)
  if (type === 0) return payload
  const encoded = new Uint8Array(1 + payload.length)
  encoded[0] = type
  encoded.set(payload, 1)
  return encoded
}
