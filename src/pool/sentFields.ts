import type { AccessListEntry, Authorization } from '../chain/calls/message.ts'
import type { TypedFields } from '../chain/encoding/block.ts'
import type { TransactionFieldName } from '../chain/encoding/transactionFields.ts'
import { toBigInt } from '../primitives/hex.ts'
import { isSingleByte } from '../primitives/rlp.ts'
import { RlpStream, RlpTypeError, rlpError } from './rlpStream.ts'

type Bytes = Uint8Array

/** The fields of a transaction as they were sent, where nothing but their encoding has been checked. */
export interface SentFields extends TypedFields<Bytes> {
  readonly nonce: bigint
  readonly gas: bigint
  /** 20 bytes; undefined if the transaction creates a contract */
  readonly to: Bytes | undefined
  readonly value: bigint
  readonly input: Bytes
  readonly v: bigint
  readonly r: bigint
  readonly s: bigint
  readonly chainId?: bigint
  readonly authorizationList?: readonly Authorization[]
}

/** Reads the next item of a list. */
export type ReadItem<T> = (stream: RlpStream) => T

/** A field of a struct: its name in geth, which errors state, and how it is read. */
export type StructField = readonly [name: string, read: ReadItem<unknown>]

/** The fields in geth's structs (core/types/tx_legacy.go and others). */
export const gethNames: Readonly<Record<TransactionFieldName | 'v' | 'r' | 's', string>> = {
  chainId: 'ChainID',
  nonce: 'Nonce',
  gasPrice: 'GasPrice',
  maxPriorityFeePerGas: 'GasTipCap',
  maxFeePerGas: 'GasFeeCap',
  gas: 'Gas',
  to: 'To',
  value: 'Value',
  input: 'Data',
  accessList: 'AccessList',
  maxFeePerBlobGas: 'BlobFeeCap',
  blobVersionedHashes: 'BlobHashes',
  authorizationList: 'AuthList',
  v: 'V',
  r: 'R',
  s: 'S',
}

/** In bytes. */
const WORD = 32

/** An unsigned integer of a fixed size. */
function unsigned(bits: 8 | 64): ReadItem<bigint> {
  const type = `uint${bits}`
  return (stream) => {
    const { kind, size } = stream.head(type)
    if (kind === 'list') throw new RlpTypeError('expected input string or byte', type)
    if (size > bits / 8) throw new RlpTypeError('input string too long', type)
    const content = stream.take()
    if (kind === 'string' && isSingleByte(content)) {
      throw new RlpTypeError('non-canonical size information', type)
    }
    return integer(content, type)
  }
}

const uint64 = unsigned(64)
const uint8 = unsigned(8)

/** An unsigned integer of any size. */
const bigInt: ReadItem<bigint> = (stream) => integer(stream.bytes('*big.Int'), '*big.Int')

/** An unsigned integer of at most 32 bytes. */
const uint256: ReadItem<bigint> = (stream) => {
  const { kind, size } = stream.head('*uint256.Int')
  if (kind === 'string' && size > WORD) throw rlpError('value too large for uint256')
  return integer(stream.bytes('*uint256.Int'), '*uint256.Int')
}

function integer(content: Bytes, type: string): bigint {
  if (content[0] !== 0) return toBigInt(content)
  throw new RlpTypeError('non-canonical integer (leading zero bytes)', type)
}

/** As many bytes as a type has. */
export function fixedBytes(type: string, length: number): ReadItem<Bytes> {
  return (stream) => {
    const { kind, size } = stream.head()
    if (kind === 'list') throw new RlpTypeError('expected input string or byte', type)
    const actual = kind === 'byte' ? 1 : size
    if (actual > length) throw new RlpTypeError('input string too long', type)
    if (actual < length) throw new RlpTypeError('input string too short', type)
    return stream.take()
  }
}

const address = fixedBytes('common.Address', 20)
const hash = fixedBytes('common.Hash', WORD)

/** An address, or nothing if the transaction creates a contract. */
const recipient: ReadItem<Bytes | undefined> = (stream) => {
  const type = '*common.Address'
  const { kind, size } = stream.head(type)
  if (kind === 'byte' || size > 0) return address(stream)
  if (kind === 'list') {
    throw new RlpTypeError('wrong kind of empty value (got List, want String)', type)
  }
  stream.take()
  return undefined
}

/** A list of items of one kind. */
export function listOf<T>(type: string, read: ReadItem<T>): ReadItem<T[]> {
  return (stream) => {
    stream.list(type)
    const items: T[] = []
    while (!stream.isAtEnd) items.push(within(`[${items.length}]`, () => read(stream)))
    stream.listEnd(type)
    return items
  }
}

/** A list of fields. @returns their values in order */
export function struct(type: string, fields: readonly StructField[]): ReadItem<unknown[]> {
  return (stream) => {
    stream.list(type)
    const values = fields.map(([name, read]) => {
      if (stream.isAtEnd) throw new RlpTypeError('too few elements', type)
      return within(`.${name}`, () => read(stream))
    })
    stream.listEnd(type)
    return values
  }
}

/** Adds to the path of an error. */
function within<T>(part: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof RlpTypeError ? error.within(part) : error
  }
}

const access = struct('types.AccessTuple', [
  ['Address', address],
  ['StorageKeys', listOf('[]common.Hash', hash)],
])

const accessList = listOf('types.AccessList', (stream): AccessListEntry => {
  const [address, storageKeys] = access(stream) as [Bytes, Bytes[]]
  return { address, storageKeys }
})

const authorization = struct('types.SetCodeAuthorization', [
  ['ChainID', uint256],
  ['Address', address],
  ['Nonce', uint64],
  ['V', uint8],
  ['R', uint256],
  ['S', uint256],
])

const authorizations = listOf('[]types.SetCodeAuthorization', (stream): Authorization => {
  const values = authorization(stream) as [bigint, Bytes, bigint, bigint, bigint, bigint]
  const [chainId, address, nonce, yParity, r, s] = values
  return { chainId, address, nonce, yParity: Number(yParity), r, s }
})

/** How a field of a type of transaction is read. */
export function readerOf(name: keyof typeof gethNames, type: number): ReadItem<unknown> {
  // From type 3 on, geth's integers have 256 bits, and no transaction creates a contract.
  const quantity = type >= 3 ? uint256 : bigInt
  switch (name) {
    case 'nonce':
    case 'gas':
      return uint64
    case 'to':
      return type >= 3 ? address : recipient
    case 'input':
      return (stream) => stream.bytes('[]uint8')
    case 'accessList':
      return accessList
    case 'blobVersionedHashes':
      return listOf('[]common.Hash', hash)
    case 'authorizationList':
      return authorizations
    default:
      return quantity
  }
}

/** The version byte of a sidecar (EIP-7594). */
export const versionByte: ReadItem<bigint> = uint8

/**
 * Decodes bytes that are one item.
 *
 * @param name of the struct in geth
 * @throws {PoolError} INVALID_ENCODING
 */
export function decodeOne<T>(bytes: Bytes, name: string, read: ReadItem<T>): T {
  const stream = new RlpStream(bytes)
  try {
    const value = read(stream)
    if (stream.offset < bytes.length) throw rlpError('input contains more than one value')
    return value
  } catch (error) {
    throw error instanceof RlpTypeError ? error.toPoolError(name) : error
  }
}
