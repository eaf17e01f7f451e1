import { encodeTyped } from '../../../chain/encoding/encodeTyped.ts'
import {
  authorizationFields,
  fieldsByType,
  type TransactionFieldKind,
  type TransactionFieldName,
  transactionFields,
} from '../../../chain/encoding/transactionFields.ts'
import { toBigInt, toHex, toMinimalBytes } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import type { RlpItem } from '../../../primitives/rlp.ts'
import { recoverPublicKey } from '../../../primitives/secp256k1.ts'
import { FieldError, requireSame, show } from '../fieldError.ts'
import { dataOf, FieldReader } from '../fieldReader.ts'

export interface EncodedTransaction {
  /** EIP-2718 */
  readonly type: number
  /** the bytes that are hashed and stored in the transactions trie */
  readonly encoded: Uint8Array
  /** the bytes that the sender signed */
  readonly signed: () => Uint8Array
  readonly yParity: number
  readonly r: Uint8Array
  readonly s: Uint8Array
}

/**
 * Encodes a transaction as it is hashed (EIP-155, EIP-2718, EIP-2930, EIP-1559, EIP-4844, EIP-7702).
 *
 * @param path of the object in the block
 * @param chainId of the chain: some dialects omit it from some transactions
 * @throws {FieldError} if a field is missing or invalid, or the type is unknown
 */
export function encodeTransaction(
  path: string,
  object: unknown,
  chainId: number | undefined,
): EncodedTransaction {
  const reader = new FieldReader(path, object)
  const type = reader.has('type') ? Number(reader.bigint('type')) : 0
  const unsigned = unsignedItems(reader, type, chainId)
  const [r, s] = [reader.uint('r'), reader.uint('s')]
  if (type !== 0) {
    const parity = reader.has('yParity') ? reader.uint('yParity') : parityOf(reader.uint('v'))
    return {
      type,
      encoded: encodeTyped(type, [...unsigned, parity, r, s]),
      signed: () => encodeTyped(type, unsigned),
      yParity: Number(toBigInt(parity)),
      r,
      s,
    }
  }
  const v = reader.uint('v')
  const number = toBigInt(v)
  // EIP-155: v = 35 + 2 × chain id + parity, and the chain id is signed, too
  const replay = number < 35n ? [] : [toMinimalBytes((number - 35n) / 2n), NOTHING, NOTHING]
  return {
    type,
    encoded: encodeTyped(0, [...unsigned, v, r, s]),
    signed: () => encodeTyped(0, [...unsigned, ...replay]),
    yParity: Number((number + 1n) % 2n),
    r,
    s,
  }
}

const NOTHING = new Uint8Array(0)

/** Hardhat writes `v` of typed transactions as that of legacy ones: 27 or 28. */
function parityOf(v: Uint8Array): Uint8Array {
  const number = toBigInt(v)
  return number === 27n || number === 28n ? toMinimalBytes(number - 27n) : v
}

/** The fields that the sender signs, without those that EIP-155 adds. */
function unsignedItems(
  reader: FieldReader,
  type: number,
  chainId: number | undefined,
): readonly RlpItem[] {
  const names: readonly TransactionFieldName[] | undefined = fieldsByType[type]
  if (names === undefined) {
    const problem = `${show(reader.value('type'))} is a type that this version does not know`
    throw new FieldError(reader.pathOf('type'), problem)
  }
  return names.map((name) => {
    if (name === 'chainId' && !reader.has(name) && chainId !== undefined) {
      return toMinimalBytes(chainId)
    }
    // Some providers write `data`, as requests do.
    const stated = name === 'input' && !reader.has(name) ? 'data' : name
    return readers[transactionFields[name]](reader, stated)
  })
}

const readers: Readonly<
  Record<TransactionFieldKind, (reader: FieldReader, name: string) => RlpItem>
> = {
  number: (reader, name) => reader.uint(name),
  bigint: (reader, name) => reader.uint(name),
  data: (reader, name) => reader.data(name),
  address: (reader, name) => reader.data(name, 20),
  recipient: (reader, name) => (reader.has(name) ? reader.data(name, 20) : NOTHING),
  accessList: (reader, name) =>
    entriesOf(reader, name).map((entry) => [
      entry.data('address', 20),
      hashesOf(entry, 'storageKeys'),
    ]),
  hashes: hashesOf,
  authorizations: (reader, name) =>
    entriesOf(reader, name).map((entry) =>
      Object.entries(authorizationFields).map(([field, kind]) => readers[kind](entry, field)),
    ),
}

/** A list of objects. */
function entriesOf(reader: FieldReader, name: string): FieldReader[] {
  const path = reader.pathOf(name)
  return reader.list(name).map((each, index) => new FieldReader(`${path}[${index}]`, each))
}

function hashesOf(reader: FieldReader, name: string): Uint8Array[] {
  const path = reader.pathOf(name)
  return reader.list(name).map((each, index) => dataOf(`${path}[${index}]`, each, 32))
}

/**
 * Checks that the stated sender signed the transaction.
 *
 * @param from the stated sender
 * @throws {FieldError}
 */
export function requireSender(
  path: string,
  { signed, r, s, yParity }: EncodedTransaction,
  from: unknown,
): void {
  let publicKey: Uint8Array
  try {
    publicKey = recoverPublicKey(keccak256(signed()), { r, s, yParity })
  } catch (cause) {
    throw new FieldError(`${path}.r`, 'no public key fits the signature', { cause })
  }
  requireSame(`${path}.from`, lowerCase(from), toHex(keccak256(publicKey).subarray(12)))
}

/** Some providers write addresses with a checksum in their case (EIP-55). */
function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}
