import { fromHex } from '../../primitives/hex.ts'

// Strict readers of arguments: `Buffer.from` would accept invalid hex, and the ether would go to another address.

/** @throws {RangeError} if it is not hex of whole bytes */
export function requireHex(field: string, hex: unknown): Uint8Array {
  if (typeof hex !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(hex)) {
    throw new RangeError(`${field} ${String(hex)} is not hex of whole bytes`)
  }
  return fromHex(hex)
}

/** @throws {RangeError} if it is not an address */
export function requireAddress(field: string, address: unknown): Uint8Array {
  const isAddress = typeof address === 'string' && /^0x[0-9a-f]{40}$/i.test(address)
  if (!isAddress) throw new RangeError(`${field} ${String(address)} is not an address of 20 bytes`)
  return fromHex(address)
}

/** @throws {RangeError} if it is not an unsigned bigint of at most `bits` bits */
export function requireUint(field: string, value: unknown, bits: number): bigint {
  if (typeof value !== 'bigint' || value < 0n || value >> BigInt(bits) > 0n) {
    throw new RangeError(`${field} ${String(value)} is not a bigint from 0 to 2^${bits} - 1`)
  }
  return value
}

/** @throws {RangeError} if it is not a safe integer of at least 0 */
export function requireCount(field: string, value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw new RangeError(`${field} ${String(value)} is not a whole number from 0 to 2^53 - 1`)
  }
  return value as number
}
