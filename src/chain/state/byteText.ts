/**
 * Bytes as a string with one character per byte. In V8, 32 bytes take 48 bytes as a string and 232 as a Uint8Array with
 * its buffer, which matters because state is mostly hashes.
 */
export type ByteText = string

export function toByteText(bytes: Uint8Array): ByteText {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

export function fromByteText(text: ByteText): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}
