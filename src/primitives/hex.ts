/** `0x` and hex digits: the form in which JSON-RPC carries data and quantities. */
export type Hex = `0x${string}`

/** Writes bytes as DATA: lower case, two digits a byte. */
export function toHex(bytes: Uint8Array): Hex {
  const buffer =
    bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return `0x${buffer.toString('hex')}`
}

/** Reads DATA of whole bytes. The caller has checked that it is hex. */
export function fromHex(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.slice(2), 'hex'))
}

/** Writes a number as QUANTITY: no leading zeros, zero is `0x0`. */
export function toQuantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}

/** Big-endian bytes as an unsigned integer; no bytes are zero. */
export function toBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(toHex(bytes))
}

/** Big-endian bytes as a number. The caller knows that it is below 2^53. */
export function toNumber(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = value * 256 + byte
  return value
}

/** The shortest big-endian bytes of an unsigned integer, as RLP wants them: zero is no bytes. */
export function toMinimalBytes(value: number | bigint): Uint8Array {
  if (value < 0) throw new RangeError(`${value} is below zero`)
  if (value === 0 || value === 0n) return new Uint8Array(0)
  const digits = value.toString(16)
  return new Uint8Array(Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex'))
}
