/**
 * Bytes as a text with one character for each. V8 keeps 32 of them in 48 bytes as a text, and in 232 as a Uint8Array
 * with its buffer: of state, which is mostly hashes, that is the difference that counts.
 */
export type ByteText = string

export function toByteText(bytes: Uint8Array): ByteText {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

export function fromByteText(text: ByteText): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}
