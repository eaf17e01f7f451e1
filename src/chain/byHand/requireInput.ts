import { ArgumentError } from '../../primitives/argumentError.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import { wanted } from '../../primitives/input.ts'
import type { AccessListEntry } from '../encoding/block.ts'
import { knownFields } from './knownFields.ts'

// Strict readers of arguments: `Buffer.from` would accept invalid hex, and the ether would go to another address.

/** The error about a field that is missing or not valid. */
export function notRight(field: string, value: unknown, right: string): ArgumentError {
  return new ArgumentError(`${field}: ${wanted(right)({ input: value })}`)
}

/** @throws {ArgumentError} if it is not hex of whole bytes */
export function requireHex(field: string, hex: unknown): Uint8Array {
  if (typeof hex === 'string' && /^0x([0-9a-f]{2})*$/i.test(hex)) return fromHex(hex)
  throw notRight(field, hex, 'hex of whole bytes')
}

/** @throws {ArgumentError} if it is not hex of 32 bytes */
export function requireHash(field: string, hash: unknown): Uint8Array {
  if (typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash)) return fromHex(hash)
  throw notRight(field, hash, 'hex of 32 bytes')
}

/** @throws {ArgumentError} if it is not an address */
export function requireAddress(field: string, address: unknown): Uint8Array {
  if (typeof address === 'string' && /^0x[0-9a-f]{40}$/i.test(address)) return fromHex(address)
  throw notRight(field, address, 'an address of 20 bytes')
}

/** @throws {ArgumentError} if it is not an unsigned bigint of at most `bits` bits */
export function requireUint(field: string, value: unknown, bits: number): bigint {
  if (typeof value === 'bigint' && value >= 0n && value >> BigInt(bits) === 0n) return value
  throw notRight(field, value, `a bigint from 0 to 2^${bits} - 1`)
}

/** @throws {ArgumentError} if it is not a safe integer of at least 0 */
export function requireCount(field: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number
  throw notRight(field, value, 'a whole number from 0 to 2^53 - 1')
}

/** @throws {ArgumentError} if it is not a list, or an item is not valid */
export function requireList<From, To>(
  field: string,
  list: readonly From[],
  read: (item: From, path: string) => To,
): To[] {
  const given: unknown = list
  if (!Array.isArray(given)) throw notRight(field, given, 'a list')
  return list.map((item, index) => read(item, `${field}[${index}]`))
}

const requireAccessFields = knownFields<AccessListEntry>({ address: true, storageKeys: true })

/** @throws {ArgumentError} if it is not a list of addresses with keys of 32 bytes (EIP-2930) */
export function requireAccessList(list: readonly AccessListEntry[]) {
  return requireList('accessList', list, (entry, path) => {
    requireAccessFields(entry, path)
    return {
      address: requireAddress(`${path}.address`, entry.address),
      storageKeys: requireList(`${path}.storageKeys`, entry.storageKeys, (key, at) =>
        requireHash(at, key),
      ),
    }
  })
}

/** @throws {ArgumentError} if it is not a list of hashes of 32 bytes */
export function requireBlobHashes(list: readonly Hex[]): Uint8Array[] {
  return requireList('blobVersionedHashes', list, (hash, path) => requireHash(path, hash))
}

/** @throws {ArgumentError} if it is not a string, which is hex or text that is encoded as UTF-8 */
export function requireExtraData(text: unknown): Uint8Array {
  if (typeof text !== 'string') throw notRight('extraData', text, 'hex or text')
  const isHex = /^0x([0-9a-f]{2})*$/i.test(text)
  return isHex ? fromHex(text) : new Uint8Array(Buffer.from(text, 'utf8'))
}
