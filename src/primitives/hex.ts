/** `0x` and hex digits, as JSON-RPC encodes data and quantities. */
export type Hex = `0x${string}`

/** The most bytes whose value is always below 2^53. */
const NUMBER_BYTES_MAX = 6

/** Writes bytes as DATA: lower case, two digits per byte. */
export function toHex(bytes: Uint8Array): Hex {
  const buffer =
    bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return `0x${buffer.toString('hex')}`
}

/** Reads DATA. The caller has checked that it is hex of whole bytes. */
export function fromHex(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.slice(2), 'hex'))
}

/** Writes a number as QUANTITY: no leading zeros, zero is `0x0`. */
export function toQuantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}

/** Writes a number as a word of the EVM: DATA, 32 bytes. */
export function toWord(value: number | bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/** Reads big-endian bytes as an unsigned integer; no bytes mean zero. */
export function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(bytes.length <= NUMBER_BYTES_MAX ? toNumber(bytes) : toHex(bytes))
}

/** Reads big-endian bytes as a number. The caller makes sure that it is below 2^53. */
export function toNumber(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) value = value * 256 + byte
  return value
}

/** The same number without leading zeros: a view of the bytes. Zero is no bytes. */
export function withoutLeadingZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return bytes.subarray(start === -1 ? bytes.length : start)
}

/** The shortest big-endian bytes of an unsigned integer, as RLP requires: zero is no bytes. */
export function toMinimalBytes(value: number | bigint): Uint8Array {
  if (value < 0) throw new RangeError(`${value} is below zero`)
  if (value === 0 || value === 0n) return new Uint8Array(0)
  const digits = value.toString(16)
  return new Uint8Array(Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex'))
}
