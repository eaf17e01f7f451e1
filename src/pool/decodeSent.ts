import { fieldsByType } from '../chain/encoding/transactionFields.ts'
import { type Hex, toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { encodeRlpList } from '../primitives/rlp.ts'
import { decodeSidecar, hasSidecar, type Sidecar } from './decodeSidecar.ts'
import { PoolError } from './poolError.ts'
import {
  decodeOne,
  gethNames,
  type ReadItem,
  readerOf,
  type SentFields,
  type StructField,
  struct,
} from './sentFields.ts'

/** A transaction that was sent, where nothing but its encoding has been checked. */
export interface DecodedTransaction {
  /** EIP-2718 type */
  readonly type: number
  /** DATA, 32 bytes */
  readonly hash: Hex
  readonly fields: SentFields
  /** as blocks have it: without the blobs */
  readonly encoded: Uint8Array
  /** the RLP of the fields that the sender signs, without the header of the list */
  readonly signedItems: Uint8Array
  /** in bytes: of what was sent */
  readonly size: number
  /** the blobs; undefined if none were sent */
  readonly sidecar: Sidecar | undefined
}

/** The names of the structs of each type, which geth's errors state. */
const structNames = ['LegacyTx', 'AccessListTx', 'DynamicFeeTx', 'BlobTx', 'SetCodeTx'] as const

const BLOB_TYPE = 3
const signatureNames = ['v', 'r', 's'] as const
type SentFieldName = keyof typeof gethNames

/** In bytes: the largest transaction without blobs, and the largest with blobs. */
const SIZE_MAX = 128 * 1024
const BLOB_SIZE_MAX = 1024 * 1024

/** The first number that takes more than 256 bits. */
const WORD_END = 2n ** 256n

/** What is larger than its limit by this factor is refused before it is decoded, so that it costs no time. */
const OVERSIZE = 2

/**
 * Decodes the bytes of `eth_sendRawTransaction` as geth does (core/types/transaction.go): a transaction of any type, with
 * blobs in the form of EIP-4844 or EIP-7594. Signature, chain and fields are not checked: see `validateSentTransaction`.
 *
 * @param bytes which the result keeps views of
 * @throws {PoolError} INVALID_ENCODING, TYPE_NOT_SUPPORTED, and OVERSIZED where it is much too large
 */
export function decodeSentTransaction(bytes: Uint8Array): DecodedTransaction {
  const [first = 0] = bytes
  if (bytes.length > sizeLimitOf(first) * OVERSIZE) {
    throw oversizedError(bytes.length, sizeLimitOf(first))
  }
  if (first > 0x7f) return decodePlain(0, bytes, bytes)
  if (bytes.length <= 1) throw new PoolError('INVALID_ENCODING', 'typed transaction too short')
  if (first === 0 || first >= fieldsByType.length) {
    throw new PoolError('TYPE_NOT_SUPPORTED', 'transaction type not supported')
  }
  const payload = bytes.subarray(1)
  const isWrapped = first === BLOB_TYPE && hasSidecar(payload)
  return isWrapped ? decodeWithSidecar(bytes, payload) : decodePlain(first, bytes, payload)
}

/** In bytes: the largest transaction of a type. */
export function sizeLimitOf(type: number): number {
  return type === BLOB_TYPE ? BLOB_SIZE_MAX : SIZE_MAX
}

/** @param size in bytes */
export function oversizedError(size: number, limit: number): PoolError {
  const problem = `oversized data: transaction size ${size}, limit ${limit}`
  return new PoolError('OVERSIZED', problem)
}

function decodePlain(type: number, encoded: Uint8Array, payload: Uint8Array): DecodedTransaction {
  const read = readers[type] as ReadItem<ReadTransaction>
  const { fields, start, signatureStart } = decodeOne(payload, structNameOf(type), read)
  requireWords(type, fields)
  const signedItems = payload.subarray(start, signatureStart)
  const hash = toHex(keccak256(encoded))
  const size = encoded.length
  return { type, hash, fields, encoded, signedItems, size, sidecar: undefined }
}

function decodeWithSidecar(bytes: Uint8Array, payload: Uint8Array): DecodedTransaction {
  const read = readers[BLOB_TYPE] as ReadItem<ReadTransaction>
  const [{ fields, start, signatureStart, end }, sidecar] = decodeSidecar(payload, read)
  requireWords(BLOB_TYPE, fields)
  const items = encodeRlpList([payload.subarray(start, end)])
  const encoded = new Uint8Array(1 + items.length)
  encoded[0] = BLOB_TYPE
  encoded.set(items, 1)
  const signedItems = payload.subarray(start, signatureStart)
  const hash = toHex(keccak256(encoded))
  return { type: BLOB_TYPE, hash, fields, encoded, signedItems, size: bytes.length, sidecar }
}

/** geth (core/types/transaction.go, validateDecoded): the other numbers are checked with the fields. */
function requireWords(type: number, { v, r, s, chainId = 0n }: SentFields): void {
  // The chain id of a legacy transaction follows from `v`.
  const numbers = type === 0 ? [v, r, s] : [v, r, s, chainId]
  if (numbers.every((number) => number < WORD_END)) return
  const problem = 'transaction chain id or signature value exceeds 256 bits'
  throw new PoolError('INVALID_ENCODING', problem)
}

/** The fields of a transaction, and where they are in the bytes. */
interface ReadTransaction {
  readonly fields: SentFields
  readonly start: number
  readonly signatureStart: number
  readonly end: number
}

function structNameOf(type: number): string {
  return `types.${structNames[type]}`
}

/** Takes no bytes. */
const offset: StructField = ['offset', (stream) => stream.offset]

/** How a transaction of each type is read. */
const readers = fieldsByType.map((signed, type): ReadItem<ReadTransaction> => {
  const fieldOf = (name: SentFieldName): StructField => [gethNames[name], readerOf(name, type)]
  const readSigned = [offset, ...signed.map(fieldOf)]
  const readSignature = [offset, ...signatureNames.map(fieldOf)]
  const names: readonly SentFieldName[] = [...signed, ...signatureNames]
  const read = struct(structNameOf(type), [...readSigned, ...readSignature])
  return (stream) => {
    const values = read(stream)
    const [start] = values.splice(0, 1) as [number]
    const [signatureStart] = values.splice(signed.length, 1) as [number]
    const fields: Partial<Record<SentFieldName, unknown>> = {}
    for (const [index, name] of names.entries()) fields[name] = values[index]
    return { fields: fields as SentFields, start, signatureStart, end: stream.offset }
  }
})
