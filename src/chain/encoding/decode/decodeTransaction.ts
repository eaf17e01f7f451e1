import { type Hex, toBigInt, toHex, toNumber } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { readRlp } from '../../../primitives/readRlp.ts'
import type { RlpItem } from '../../../primitives/rlp.ts'
import type { AccessListEntry, AuthorizationEntry, Transaction } from '../block.ts'
import { fromListItem, type TransactionItem } from '../listItem.ts'
import {
  authorizationFields,
  fieldsByType,
  type TransactionFieldKind,
  type TransactionFieldName,
  transactionFields,
} from '../transactionFields.ts'

type Bytes = Uint8Array
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

interface FieldDecoder {
  readonly name: TransactionFieldName
  /** A method, because what the field consists of follows from its kind. */
  decode(item: RlpItem): unknown
}

/** Decodes a transaction from a block: a list if it is legacy, otherwise its type and a list as bytes (EIP-2718). */
export function decodeTransaction(item: TransactionItem, from: Hex): Transaction {
  const hash = toHex(keccak256(fromListItem(item)))
  const type = item instanceof Uint8Array ? (item[0] as number) : 0
  const decoders = decodersByType[type]
  if (decoders === undefined) {
    throw new RangeError(`transaction ${hash} has type ${type}, which this version cannot read`)
  }
  const items =
    item instanceof Uint8Array ? (readRlp(item.subarray(1)) as readonly RlpItem[]) : item
  const fields: Partial<Record<keyof Transaction, unknown>> = { hash, type, from }
  for (const [index, { name, decode }] of decoders.entries()) {
    fields[name] = decode(items[index] as RlpItem)
  }
  keepExactNonce(fields, items[decoders.findIndex(({ name }) => name === 'nonce')] as Bytes)
  const transaction = fields as Mutable<Transaction>
  const [v, r, s] = items.slice(decoders.length) as [Bytes, Bytes, Bytes]
  transaction.v = toBigInt(v)
  transaction.r = toBigInt(r)
  transaction.s = toBigInt(s)
  // EIP-155: v = 35 + 2 × chain id + parity
  if (type === 0 && transaction.v >= 35n) transaction.chainId = (transaction.v - 35n) / 2n
  return transaction
}

function decodeAccessList(items: [address: Bytes, storageKeys: Bytes[]][]): AccessListEntry[] {
  return items.map(([address, storageKeys]) => ({
    address: toHex(address),
    storageKeys: storageKeys.map(toHex),
  }))
}

function decodeAuthorization(items: readonly Bytes[]): AuthorizationEntry {
  const entries = Object.entries(authorizationFields).map(([name, kind], index) => [
    name,
    decoders[kind](items[index] as Bytes),
  ])
  const authorization = Object.fromEntries(entries)
  keepExactNonce(authorization, items[NONCE_OF_AUTHORIZATION] as Bytes)
  return authorization
}

const NONCE_OF_AUTHORIZATION = Object.keys(authorizationFields).indexOf('nonce')

function keepExactNonce(fields: Record<string, unknown>, nonce: Bytes): void {
  if (!Number.isSafeInteger(fields.nonce)) fields.exactNonce = toBigInt(nonce)
}

const decoders = {
  number: toNumber,
  bigint: toBigInt,
  data: toHex,
  address: toHex,
  recipient: (item: Bytes) => (item.length === 0 ? null : toHex(item)),
  accessList: decodeAccessList,
  hashes: (items: Bytes[]) => items.map(toHex),
  authorizations: (items: Bytes[][]) => items.map(decodeAuthorization),
} satisfies Record<TransactionFieldKind, FieldDecoder['decode']>

/** Resolved once for all transactions. */
const decodersByType = fieldsByType.map((names) =>
  names.map((name): FieldDecoder => ({ name, decode: decoders[transactionFields[name]] })),
)
