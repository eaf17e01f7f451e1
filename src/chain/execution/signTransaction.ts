import type { Common } from '@ethereumjs/common'
import {
  create1559FeeMarketTxFromBytesArray,
  createAccessList2930TxFromBytesArray,
  createBlob4844TxFromBytesArray,
  createEOACode7702TxFromBytesArray,
  createLegacyTxFromBytesArray,
  type TypedTransaction,
} from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { RlpItem } from '../../primitives/rlp.ts'
import { sign } from '../../primitives/secp256k1.ts'
import type { Signer } from '../accounts.ts'
import { encodeTyped } from '../encoding/encodeTyped.ts'
import { signatureItems, signItems } from './signItems.ts'
import type { TransactionMessage } from './transactionMessage.ts'

type Bytes = Uint8Array

/** RLP items of an access list: addresses, each with storage keys of 32 bytes (EIP-2930). */
type AccessListBytes = [address: Bytes, storageKeys: Bytes[]][]

interface CallFields {
  /** 20 bytes; undefined to create a contract */
  readonly to: Bytes | undefined
  /** in wei */
  readonly value: bigint
  readonly data: Bytes
  /** in gas */
  readonly gasLimit: bigint
}

export interface LegacyFields extends CallFields {
  readonly type: 0
  /** in wei per gas */
  readonly gasPrice: bigint
  /** whether the signature is bound to the chain (EIP-155) */
  readonly replayProtected: boolean
}

interface AccessListFields extends CallFields {
  readonly type: 1
  /** in wei per gas */
  readonly gasPrice: bigint
  readonly accessList: AccessListBytes
}

/** The fields that types 2, 3 and 4 have in common. */
interface FeeMarketCall extends CallFields {
  /** in wei per gas */
  readonly maxFeePerGas: bigint
  /** in wei per gas */
  readonly maxPriorityFeePerGas: bigint
  readonly accessList: AccessListBytes
}

export interface FeeMarketFields extends FeeMarketCall {
  readonly type: 2
}

interface BlobFields extends FeeMarketCall {
  readonly type: 3
  /** 20 bytes: such a transaction creates no contract (EIP-4844) */
  readonly to: Bytes
  /** in wei per blob gas */
  readonly maxFeePerBlobGas: bigint
  /** each 32 bytes, the first of which is 1 */
  readonly blobVersionedHashes: readonly Bytes[]
}

/** Permission for the code at an address to act for an account (EIP-7702). */
export interface Authorization {
  /** the account, which signs */
  readonly authority: Signer
  /** the chain on which it is valid */
  readonly chainId: bigint
  /** 20 bytes: the contract with the code */
  readonly address: Bytes
  /** the account's nonce when the transaction runs; the authorization is skipped if that is another */
  readonly nonce: bigint
}

export interface SetCodeFields extends FeeMarketCall {
  readonly type: 4
  /** 20 bytes: such a transaction creates no contract (EIP-7702) */
  readonly to: Bytes
  readonly authorizations: readonly Authorization[]
}

/** A transaction without nonce and signature. */
export type TransactionFields =
  | LegacyFields
  | AccessListFields
  | FeeMarketFields
  | BlobFields
  | SetCodeFields

/** A transaction that is ready to be run and added to a block. */
export interface SignedTransaction {
  readonly type: number
  readonly message: TransactionMessage
  /** as in the transactions trie (EIP-2718) */
  readonly encoded: Bytes
  /**
   * For the EVM. Most transactions need none, and creating it takes longer than running a transfer.
   *
   * @throws if the fork does not allow it
   */
  executable(): TypedTransaction
}

/** Signs a transaction for the chain and fork of `common`. */
export function signTransaction(
  fields: TransactionFields,
  nonce: bigint,
  sender: Signer,
  common: Common,
): SignedTransaction {
  const chainId = common.chainId()
  const { type, gasLimit: gas, data: input } = fields
  const authorizationList = fields.type === 4 ? fields.authorizations.map(signAuthorization) : []
  const values = { ...fields, nonce, chainId, gas, input, authorizationList }
  const replayProtected = fields.type === 0 && fields.replayProtected
  const terms = { type, chainId, replayProtected }
  const { items, encoded } = signItems(values, terms, sender.privateKey)
  let executable: TypedTransaction | undefined
  return {
    type,
    message: messageOf(fields, nonce, sender),
    encoded,
    executable() {
      executable ??= createExecutable(type, items, sender, common)
      return executable
    },
  }
}

function messageOf(
  fields: TransactionFields,
  nonce: bigint,
  { address }: Signer,
): TransactionMessage {
  const { to, value, data, gasLimit } = fields
  const hasFeeMarket = 'maxFeePerGas' in fields
  return {
    from: address,
    to,
    nonce,
    value,
    data,
    gasLimit,
    gasFeeCap: hasFeeMarket ? fields.maxFeePerGas : fields.gasPrice,
    gasTipCap: hasFeeMarket ? fields.maxPriorityFeePerGas : fields.gasPrice,
    accessList: fields.type === 0 ? undefined : fields.accessList,
    blobGasFeeCap: fields.type === 3 ? fields.maxFeePerBlobGas : undefined,
    blobHashes: fields.type === 3 ? fields.blobVersionedHashes : undefined,
    authorizationList: fields.type === 4 ? fields.authorizations : undefined,
  }
}

/** Prefixes an authorization when it is hashed, to tell it from a transaction (EIP-7702). */
const AUTHORIZATION_TYPE = 5

function signAuthorization({ authority, chainId, address, nonce }: Authorization): RlpItem {
  const unsigned = [toMinimalBytes(chainId), address, toMinimalBytes(nonce)]
  const digest = keccak256(encodeTyped(AUTHORIZATION_TYPE, unsigned))
  const signature = sign(digest, authority.privateKey)
  return [...unsigned, ...signatureItems(BigInt(signature.yParity), signature)]
}

function createExecutable(
  type: TransactionFields['type'],
  items: readonly RlpItem[],
  sender: Signer,
  common: Common,
): TypedTransaction {
  // Each function takes the items of its own type, which `signItems` has written in their order.
  const executable = createFromItems[type](items as never, { common, freeze: false })
  // Otherwise both are recovered from the signature that was just made, and hashed again at every use.
  const address = new Address(sender.address)
  executable.cache.senderPubKey = sender.publicKey
  executable.getSenderAddress = () => address
  return executable
}

const createFromItems = [
  createLegacyTxFromBytesArray,
  createAccessList2930TxFromBytesArray,
  create1559FeeMarketTxFromBytesArray,
  createBlob4844TxFromBytesArray,
  createEOACode7702TxFromBytesArray,
] as const
