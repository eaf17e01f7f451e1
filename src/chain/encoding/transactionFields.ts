import type { AuthorizationEntry, Transaction } from './block.ts'

/** How a field of a transaction is written in RLP, and what it is read as. */
export type TransactionFieldKind =
  /** a quantity that is read as a number */
  | 'number'
  /** a quantity that is read as a bigint */
  | 'bigint'
  /** bytes of any length */
  | 'data'
  /** an address, 20 bytes */
  | 'address'
  /** an address, or no bytes if the transaction creates a contract */
  | 'recipient'
  /** a list of [address, list of storage keys] (EIP-2930) */
  | 'accessList'
  /** a list of 32-byte hashes */
  | 'hashes'
  /** a list of `authorizationFields` (EIP-7702) */
  | 'authorizations'

/** The fields that a sender signs. */
export type TransactionFieldName = Exclude<
  keyof Transaction,
  'hash' | 'type' | 'from' | 'v' | 'r' | 's' | 'exactNonce'
>

export const transactionFields = {
  chainId: 'bigint',
  nonce: 'number',
  gasPrice: 'bigint',
  maxPriorityFeePerGas: 'bigint',
  maxFeePerGas: 'bigint',
  gas: 'bigint',
  to: 'recipient',
  value: 'bigint',
  input: 'data',
  accessList: 'accessList',
  maxFeePerBlobGas: 'bigint',
  blobVersionedHashes: 'hashes',
  authorizationList: 'authorizations',
} as const satisfies Readonly<Record<TransactionFieldName, TransactionFieldKind>>

const call = ['gas', 'to', 'value', 'input'] as const
const feeMarket = [
  'chainId',
  'nonce',
  'maxPriorityFeePerGas',
  'maxFeePerGas',
  ...call,
  'accessList',
] as const

/**
 * The fields of each type of transaction (EIP-2718) in the order in which they are hashed; `v`, `r` and `s` of the
 * signature follow. Signing, decoding and sealing of JSON read this table. Only `verify/` has a list of its own, to
 * notice when this one is wrong.
 */
export const fieldsByType = [
  ['nonce', 'gasPrice', ...call],
  ['chainId', 'nonce', 'gasPrice', ...call, 'accessList'],
  feeMarket,
  [...feeMarket, 'maxFeePerBlobGas', 'blobVersionedHashes'],
  [...feeMarket, 'authorizationList'],
] as const satisfies readonly (readonly TransactionFieldName[])[]

/**
 * The fields of an authorization in the order in which they are hashed (EIP-7702): the signer signs the first three.
 */
export const authorizationFields = {
  chainId: 'bigint',
  address: 'address',
  nonce: 'number',
  yParity: 'number',
  r: 'bigint',
  s: 'bigint',
} as const satisfies Readonly<
  Record<Exclude<keyof AuthorizationEntry, 'exactNonce'>, TransactionFieldKind>
>
