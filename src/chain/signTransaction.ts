import type { Common } from '@ethereumjs/common'
import {
  create1559FeeMarketTxFromBytesArray,
  createAccessList2930TxFromBytesArray,
  createLegacyTxFromBytesArray,
  type TypedTransaction,
} from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { toMinimalBytes } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import type { RlpItem } from '../primitives/rlp.ts'
import { type Signature, sign } from '../primitives/secp256k1.ts'
import type { Signer } from './accounts.ts'
import { encodeTyped } from './encodeTyped.ts'

type Bytes = Uint8Array

/** A list of addresses with storage keys of 32 bytes, as RLP takes it (EIP-2930). */
type AccessListBytes = [address: Bytes, storageKeys: Bytes[]][]

interface Call {
  /** 20 bytes; undefined creates a contract */
  readonly to: Bytes | undefined
  /** in wei */
  readonly value: bigint
  readonly data: Bytes
  /** in gas */
  readonly gasLimit: bigint
}

interface LegacyFields extends Call {
  readonly type: 0
  /** in wei per gas */
  readonly gasPrice: bigint
  /** whether the signature is bound to the chain (EIP-155) */
  readonly replayProtected: boolean
}

interface AccessListFields extends Call {
  readonly type: 1
  /** in wei per gas */
  readonly gasPrice: bigint
  readonly accessList: AccessListBytes
}

interface FeeMarketFields extends Call {
  readonly type: 2
  /** in wei per gas */
  readonly maxFeePerGas: bigint
  /** in wei per gas */
  readonly maxPriorityFeePerGas: bigint
  readonly accessList: AccessListBytes
}

/** What a transaction says, but for nonce and signature. */
export type TransactionFields = LegacyFields | AccessListFields | FeeMarketFields

/** A transaction that is ready to be run and to be written into a block. */
export interface SignedTransaction {
  readonly type: number
  readonly sender: Pick<Signer, 'address'>
  /** as the transactions trie holds it (EIP-2718) */
  readonly encoded: Bytes
  /** as the EVM takes it */
  readonly executable: TypedTransaction
}

/** Signs for a chain under `common`'s rules. */
export function signTransaction(
  fields: TransactionFields,
  nonce: bigint,
  sender: Signer,
  common: Common,
): SignedTransaction {
  const chainId = toMinimalBytes(common.chainId())
  const unsigned = unsignedItems(fields, toMinimalBytes(nonce), chainId)
  const { type } = fields
  const isProtected = fields.type === 0 && fields.replayProtected
  const preimage = isProtected ? [...unsigned, chainId, NOTHING, NOTHING] : unsigned
  const signature = sign(keccak256(encodeTyped(type, preimage)), sender.privateKey)
  const items = [...unsigned, ...signatureItems(fields, signature, common.chainId())]
  const executable = createExecutable(type, items, sender, common)
  return { type, sender, encoded: encodeTyped(type, items), executable }
}

const NOTHING = new Uint8Array(0)

/** Everything but the signature, in the order of the type's EIP. */
function unsignedItems(fields: TransactionFields, nonce: Bytes, chainId: Bytes): RlpItem[] {
  const call = [
    toMinimalBytes(fields.gasLimit),
    fields.to ?? NOTHING,
    toMinimalBytes(fields.value),
    fields.data,
  ]
  switch (fields.type) {
    case 0:
      return [nonce, toMinimalBytes(fields.gasPrice), ...call]
    case 1:
      return [chainId, nonce, toMinimalBytes(fields.gasPrice), ...call, fields.accessList]
    case 2:
      return [
        chainId,
        nonce,
        toMinimalBytes(fields.maxPriorityFeePerGas),
        toMinimalBytes(fields.maxFeePerGas),
        ...call,
        fields.accessList,
      ]
  }
}

/** `v`, `r` and `s` as numbers: a leading zero byte would make the transaction invalid. */
function signatureItems(
  fields: TransactionFields,
  { yParity, r, s }: Signature,
  chainId: bigint,
): Bytes[] {
  const v = BigInt(yParity) + signatureOffset(fields, chainId)
  return [toMinimalBytes(v), withoutLeadingZeros(r), withoutLeadingZeros(s)]
}

/** What `v` is above the parity: EIP-155 writes the chain id into it. */
function signatureOffset(fields: TransactionFields, chainId: bigint): bigint {
  if (fields.type !== 0) return 0n
  return fields.replayProtected ? 35n + 2n * chainId : 27n
}

function withoutLeadingZeros(bytes: Bytes): Bytes {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start <= 0 ? bytes : bytes.subarray(start)
}

function createExecutable(
  type: 0 | 1 | 2,
  items: readonly RlpItem[],
  sender: Signer,
  common: Common,
): TypedTransaction {
  const executable = createFromItems[type](items as never, { common, freeze: false })
  // Both would be recovered from the signature that was just made, and hashed again at every use.
  const address = new Address(sender.address)
  executable.cache.senderPubKey = sender.publicKey
  executable.getSenderAddress = () => address
  return executable
}

const createFromItems = [
  createLegacyTxFromBytesArray,
  createAccessList2930TxFromBytesArray,
  create1559FeeMarketTxFromBytesArray,
] as const
