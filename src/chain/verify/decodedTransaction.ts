import { RLP } from '@ethereumjs/rlp'
import { keccak256 } from '../../primitives/keccak.ts'
import type { ForkName } from '../protocol/forks.ts'
import { Violation } from './finding.ts'
import { decodeRlp, type Item, ListReader, requireBytes, requireList } from './listReader.ts'
import type { ActiveForks } from './protocol.ts'

/** An ECDSA signature, with the bit that selects one of two public keys. */
export interface SignatureFields {
  /** 27 or 28, 35 + 2 × chain id + parity (EIP-155), or the parity itself (typed) */
  readonly v: bigint
  readonly r: bigint
  readonly s: bigint
}

/** Permission for code to act for an account (EIP-7702). */
export interface Authorization {
  readonly chainId: bigint
  readonly signature: SignatureFields
  /** 32 bytes: what the account signed */
  readonly signingHash: Uint8Array
}

/** A decoded transaction. Fields that its type does not have are undefined or empty. */
export interface DecodedTransaction {
  /** EIP-2718 type: 0 legacy, 1 EIP-2930, 2 EIP-1559, 3 EIP-4844, 4 EIP-7702 */
  readonly type: number
  /** as in the transactions trie */
  readonly encoded: Uint8Array
  readonly nonce: bigint
  /** in gas */
  readonly gas: bigint
  readonly isCreation: boolean
  /** 20 bytes; empty if it creates a contract */
  readonly to: Uint8Array
  /** in wei */
  readonly value: bigint
  readonly input: Uint8Array
  /** in wei per gas: the maximum fee; the gas price of types 0 and 1 */
  readonly maxFeePerGas: bigint
  /** in wei per gas, to the miner; the gas price of types 0 and 1 */
  readonly maxPriorityFeePerGas: bigint
  /** undefined in a legacy transaction, where it is part of the signature */
  readonly chainId: bigint | undefined
  readonly accessListAddresses: number
  readonly accessListKeys: number
  /** in wei per blob gas */
  readonly maxFeePerBlobGas: bigint
  /** each 32 bytes */
  readonly blobVersionedHashes: readonly Uint8Array[]
  readonly authorizations: readonly Authorization[]
  readonly signature: SignatureFields
  /** what the sender signed, without the chain id that EIP-155 adds to a legacy transaction */
  readonly signedFields: readonly Item[]
}

/** The fork that added each type (EIP-2930, EIP-1559, EIP-4844, EIP-7702). */
const typeSince: ReadonlyMap<number, ForkName> = new Map([
  [1, 'berlin'],
  [2, 'london'],
  [3, 'cancun'],
  [4, 'prague'],
])

/**
 * Decodes a transaction from a block: a legacy one is an RLP list, a typed one a byte string that begins with its type
 * (EIP-2718).
 *
 * @throws {Violation} if the fork does not support the type, or a field is missing, unexpected, or has a wrong length
 */
export function decodeTransaction(
  path: string,
  item: Item,
  forks: ActiveForks,
): DecodedTransaction {
  if (!(item instanceof Uint8Array)) return decodeLegacy(path, item)
  const type = requireType(path, item, forks)
  const fields = requireList(path, decodeRlp(path, item.subarray(1)))
  const reader = new ListReader(path, fields)
  const chainId = reader.uint('chainId', 32)
  const nonce = reader.uint('nonce', 8)
  const priorityFee = type === 1 ? undefined : reader.uint('maxPriorityFeePerGas', 32)
  const maxFeePerGas = reader.uint(type === 1 ? 'gasPrice' : 'maxFeePerGas', 32)
  const gas = reader.uint('gas', 8)
  const to = readRecipient(path, reader)
  const value = reader.uint('value', 32)
  const input = reader.bytes('input')
  const accessList = readAccessList(path, reader)
  const maxFeePerBlobGas = type === 3 ? reader.uint('maxFeePerBlobGas', 32) : 0n
  const blobVersionedHashes = type === 3 ? readVersionedHashes(path, reader) : []
  const authorizations = type === 4 ? readAuthorizations(path, reader) : []
  const signature = readSignature(reader, 'yParity', 1)
  reader.end()
  return {
    type,
    encoded: item,
    nonce,
    gas,
    isCreation: to.length === 0,
    to,
    value,
    input,
    maxFeePerGas,
    maxPriorityFeePerGas: priorityFee ?? maxFeePerGas,
    chainId,
    accessListAddresses: accessList.addresses,
    accessListKeys: accessList.keys,
    maxFeePerBlobGas,
    blobVersionedHashes,
    authorizations,
    signature,
    signedFields: fields.slice(0, -3),
  }
}

function decodeLegacy(path: string, fields: Item[]): DecodedTransaction {
  const reader = new ListReader(path, fields)
  const nonce = reader.uint('nonce', 8)
  const gasPrice = reader.uint('gasPrice', 32)
  const gas = reader.uint('gas', 8)
  const to = readRecipient(path, reader)
  const value = reader.uint('value', 32)
  const input = reader.bytes('input')
  const signature = readSignature(reader, 'v', 32)
  reader.end()
  return {
    type: 0,
    encoded: RLP.encode(fields),
    nonce,
    gas,
    isCreation: to.length === 0,
    to,
    value,
    input,
    maxFeePerGas: gasPrice,
    maxPriorityFeePerGas: gasPrice,
    chainId: undefined,
    accessListAddresses: 0,
    accessListKeys: 0,
    maxFeePerBlobGas: 0n,
    blobVersionedHashes: [],
    authorizations: [],
    signature,
    signedFields: fields.slice(0, -3),
  }
}

function requireType(path: string, bytes: Uint8Array, forks: ActiveForks): number {
  const type = bytes[0] ?? -1
  const since = typeSince.get(type)
  if (since === undefined || !forks.includes(since)) {
    const known = [...typeSince].filter(([, fork]) => forks.includes(fork)).map(([each]) => each)
    throw new Violation(
      `${path}.type`,
      type < 0 ? 'absent' : type,
      ['legacy', ...known].join(' or '),
      `${forks.latest} knows no other types (EIP-2718)`,
    )
  }
  return type
}

/** @returns 20 bytes; none if a contract is created */
function readRecipient(path: string, reader: ListReader): Uint8Array {
  const to = reader.bytes('to')
  if (to.length > 0) requireBytes(`${path}.to`, to, 20)
  return to
}

/** EIP-2930: [[address, [storage key, …]], …] */
function readAccessList(path: string, reader: ListReader): { addresses: number; keys: number } {
  const entries = reader.list('accessList')
  let keys = 0
  for (const [index, item] of entries.entries()) {
    const entryPath = `${path}.accessList[${index}]`
    const entry = new ListReader(entryPath, item)
    entry.bytes('address', 20)
    for (const [slot, key] of entry.list('storageKeys').entries()) {
      requireBytes(`${entryPath}.storageKeys[${slot}]`, key, 32)
      keys++
    }
    entry.end()
  }
  return { addresses: entries.length, keys }
}

function readVersionedHashes(path: string, reader: ListReader): Uint8Array[] {
  return reader
    .list('blobVersionedHashes')
    .map((item, index) => requireBytes(`${path}.blobVersionedHashes[${index}]`, item, 32))
}

/** EIP-7702: [[chain id, address, nonce, y parity, r, s], …]; the magic byte 5 and the first three are signed. */
function readAuthorizations(path: string, reader: ListReader): Authorization[] {
  return reader.list('authorizationList').map((item, index) => {
    const entryPath = `${path}.authorizationList[${index}]`
    const fields = requireList(entryPath, item)
    const entry = new ListReader(entryPath, fields)
    const chainId = entry.uint('chainId', 32)
    entry.bytes('address', 20)
    entry.uint('nonce', 8)
    const signature = readSignature(entry, 'yParity', 1)
    entry.end()
    return {
      chainId,
      signature,
      signingHash: keccak256(Buffer.concat([Uint8Array.of(5), RLP.encode(fields.slice(0, 3))])),
    }
  })
}

function readSignature(reader: ListReader, vName: string, vLengthMax: number): SignatureFields {
  return { v: reader.uint(vName, vLengthMax), r: reader.uint('r', 32), s: reader.uint('s', 32) }
}
