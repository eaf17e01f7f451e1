import { isSingleByte } from '../primitives/rlp.ts'
import { PoolError } from './poolError.ts'
import { rlpError } from './rlpStream.ts'
import {
  decodeOne,
  fixedBytes,
  listOf,
  type ReadItem,
  type StructField,
  struct,
  versionByte,
} from './sentFields.ts'

/** The blobs of a transaction, which blocks do not have (EIP-4844). */
export interface Sidecar {
  /** 0: one proof for each blob (EIP-4844); 1: 128 proofs for each, one for each cell (EIP-7594) */
  readonly version: 0 | 1
  /** each 131,072 bytes */
  readonly blobs: readonly Uint8Array[]
  /** each 48 bytes */
  readonly commitments: readonly Uint8Array[]
  /** each 48 bytes */
  readonly proofs: readonly Uint8Array[]
}

const BLOB_BYTES = 131_072
const POINT_BYTES = 48

const lists: readonly StructField[] = [
  ['Blobs', listOf('[]kzg4844.Blob', fixedBytes('kzg4844.Blob', BLOB_BYTES))],
  ['Commitments', listOf('[]kzg4844.Commitment', fixedBytes('kzg4844.Commitment', POINT_BYTES))],
  ['Proofs', listOf('[]kzg4844.Proof', fixedBytes('kzg4844.Proof', POINT_BYTES))],
]

type Lists = [blobs: Uint8Array[], commitments: Uint8Array[], proofs: Uint8Array[]]

/**
 * Whether a list begins with a list: then that is the transaction, and blobs follow.
 *
 * @throws {PoolError} INVALID_ENCODING
 */
export function hasSidecar(payload: Uint8Array): boolean {
  const outer = split(payload)
  if (!outer.isList) throw rlpError('expected List')
  return split(outer.content).isList
}

/**
 * Decodes a transaction with its blobs.
 *
 * @param readTransaction reads the transaction in it
 * @throws {PoolError} INVALID_ENCODING
 */
export function decodeSidecar<Transaction>(
  payload: Uint8Array,
  readTransaction: ReadItem<Transaction>,
): [transaction: Transaction, sidecar: Sidecar] {
  const isVersioned = !split(split(split(payload).content).rest).isList
  const name = `types.blobTxWithBlobsV${isVersioned ? 1 : 0}`
  const transaction: StructField = ['BlobTx', readTransaction]
  if (!isVersioned) {
    const values = decodeOne(payload, name, struct(name, [transaction, ...lists]))
    const [read, ...rest] = values as [Transaction, ...Lists]
    return [read, sidecarOf(0, rest)]
  }
  const fields: StructField[] = [transaction, ['Version', versionByte], ...lists]
  const values = decodeOne(payload, name, struct(name, fields))
  const [read, version, ...rest] = values as [Transaction, bigint, ...Lists]
  if (version !== 1n) {
    throw new PoolError('INVALID_ENCODING', `unsupported blob tx version ${version}`)
  }
  return [read, sidecarOf(1, rest)]
}

function sidecarOf(version: 0 | 1, [blobs, commitments, proofs]: Lists): Sidecar {
  return { version, blobs, commitments, proofs }
}

interface SplitItem {
  readonly isList: boolean
  readonly content: Uint8Array
  readonly rest: Uint8Array
}

/** The first of several items, whose content is not checked (geth, rlp/raw.go). */
function split(bytes: Uint8Array): SplitItem {
  const [first] = bytes
  if (first === undefined) throw unexpectedEnd()
  if (first < 0x80) {
    return { isList: false, content: bytes.subarray(0, 1), rest: bytes.subarray(1) }
  }
  const isList = first >= 0xc0
  const code = first - (isList ? 0xc0 : 0x80)
  const digits = Math.max(code - 55, 0)
  const start = 1 + digits
  const length = digits === 0 ? code : readLength(bytes, digits)
  const content = bytes.subarray(start, start + length)
  if (!isList && code === 1 && isSingleByte(content)) {
    throw rlpError('non-canonical size information')
  }
  if (length > bytes.length - start) throw rlpError('value size exceeds available input length')
  return { isList, content, rest: bytes.subarray(start + length) }
}

function readLength(bytes: Uint8Array, digits: number): number {
  if (digits > bytes.length - 1) throw unexpectedEnd()
  let length = 0
  for (let at = 1; at <= digits; at++) length = length * 256 + (bytes[at] as number)
  if (length < 56 || bytes[1] === 0) throw rlpError('non-canonical size information')
  return length
}

function unexpectedEnd(): PoolError {
  return new PoolError('INVALID_ENCODING', 'unexpected EOF')
}
