import type { Hex } from '../../primitives/hex.ts'
import type { Header } from './header.ts'
import type { Irregularity } from './irregularity.ts'
import type { TransactionFieldKind } from './transactionFields.ts'

/** An account of an access list (EIP-2930), with its bytes in hex or as they are. */
export interface AccessListEntry<Data = Hex> {
  /** 20 bytes */
  readonly address: Data
  /** each 32 bytes */
  readonly storageKeys: readonly Data[]
}

/** What the sender of a transaction offers to pay. */
export interface TransactionFees {
  /** in wei per gas; types 0 and 1 */
  readonly gasPrice?: bigint
  /** in wei per gas; from type 2 on */
  readonly maxFeePerGas?: bigint
  /** in wei per gas; from type 2 on */
  readonly maxPriorityFeePerGas?: bigint
}

/** The fields that only some types of transactions have (EIP-2718), with their bytes in hex or as they are. */
export interface TypedFields<Data> extends TransactionFees {
  /** from type 1 on (EIP-2930) */
  readonly accessList?: readonly AccessListEntry<Data>[]
  /** in wei per blob gas; type 3 (EIP-4844) */
  readonly maxFeePerBlobGas?: bigint
  /** each 32 bytes, the first of which is 1; type 3 (EIP-4844) */
  readonly blobVersionedHashes?: readonly Data[]
}

/** The same fields, where undefined is as good as none. */
export type OrUndefined<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | undefined }

/** Permission for the code at an address to act for the account that signed it (EIP-7702). */
export interface AuthorizationEntry {
  /** the chain on which it is valid; 0 for every chain */
  readonly chainId: bigint
  /** DATA, 20 bytes: the contract with the code */
  readonly address: Hex
  /** of the account; the authorization is skipped if the account's nonce is another */
  readonly nonce: number
  /** the nonce, where it is above 2^53 - 1 and so not exact as a number */
  readonly exactNonce?: bigint
  readonly yParity: number
  readonly r: bigint
  readonly s: bigint
}

/** The nonce of a transaction or an authorization. */
export function nonceOf({ nonce, exactNonce }: Pick<Transaction, 'nonce' | 'exactNonce'>): bigint {
  return exactNonce ?? BigInt(nonce)
}

/** A signed transaction. Fields that its type does not have are absent. */
export interface Transaction extends TypedFields<Hex> {
  /** DATA, 32 bytes */
  readonly hash: Hex
  /**
   * EIP-2718 type: 0 legacy, 1 access list (EIP-2930), 2 fee market (EIP-1559), 3 blobs (EIP-4844), 4 set code
   * (EIP-7702)
   */
  readonly type: number
  /** DATA, 20 bytes: recovered from the signature */
  readonly from: Hex
  /** DATA, 20 bytes; null if the transaction creates a contract */
  readonly to: Hex | null
  readonly nonce: number
  /** the nonce, where it is above 2^53 - 1 and so not exact as a number */
  readonly exactNonce?: bigint
  /** in gas */
  readonly gas: bigint
  /** in wei */
  readonly value: bigint
  readonly input: Hex
  /** type 4 */
  readonly authorizationList?: readonly AuthorizationEntry[]
  /** absent in a legacy transaction without EIP-155 */
  readonly chainId?: bigint
  /** of the signature: 27 or 28, 35 + 2 × chain id + parity (EIP-155), or the parity itself (typed) */
  readonly v: bigint
  readonly r: bigint
  readonly s: bigint
}

export interface Log {
  /** DATA, 20 bytes: the contract that emitted it */
  readonly address: Hex
  /** each DATA, 32 bytes; 0 to 4 of them */
  readonly topics: readonly Hex[]
  readonly data: Hex
  /** index among all logs of the block */
  readonly logIndex: number
}

/** The outcome of a transaction. */
export interface Receipt {
  /** 1 success, 0 failure; from Byzantium on (EIP-658) */
  readonly status?: number
  /** DATA, 32 bytes: state root after the transaction; before Byzantium */
  readonly root?: Hex
  /** in gas */
  readonly gasUsed: bigint
  /** in gas: of this transaction and all before it in the block */
  readonly cumulativeGasUsed: bigint
  /** in wei per gas: the price that the sender paid */
  readonly effectiveGasPrice: bigint
  /** in blob gas; type 3 */
  readonly blobGasUsed?: bigint
  /** in wei per blob gas: the price that the sender paid; type 3 */
  readonly blobGasPrice?: bigint
  /** DATA, 20 bytes; null unless the transaction was a contract creation */
  readonly contractAddress: Hex | null
  /** DATA, 256 bytes */
  readonly logsBloom: Hex
  readonly logs: readonly Log[]
}

/** A block with everything that belongs to it. */
export interface Block {
  /** DATA, 32 bytes */
  readonly hash: Hex
  readonly header: Header
  /** sum of the difficulties from genesis to this block */
  readonly totalDifficulty: bigint
  /** in bytes: the length of the block's RLP */
  readonly size: number
  readonly transactions: readonly Transaction[]
  /** one per transaction, at the same index */
  readonly receipts: readonly Receipt[]
  /** in wei per blob gas; 0 before Cancun */
  readonly blobGasPrice: bigint
  readonly uncles: readonly Uncle[]
  /** from Shanghai on (EIP-4895) */
  readonly withdrawals?: readonly Withdrawal[]
}

/** A withdrawal of ether from the beacon chain to an account (EIP-4895). */
export interface Withdrawal {
  /** among all withdrawals of the chain */
  readonly index: number
  readonly validatorIndex: number
  /** DATA, 20 bytes */
  readonly address: Hex
  /** in gwei */
  readonly amount: bigint
}

/** How each field of a withdrawal is written, in the order of its RLP and its JSON. */
export const withdrawalFields = {
  index: 'number',
  validatorIndex: 'number',
  address: 'address',
  amount: 'bigint',
} as const satisfies Readonly<Record<keyof Withdrawal, TransactionFieldKind>>

/** An uncle: the header of a block of another branch, as the including block carries it. */
export interface Uncle {
  /** DATA, 32 bytes */
  readonly hash: Hex
  readonly header: Header
  /** in bytes: the length of the RLP of a block with this header, no transactions and no uncles */
  readonly size: number
}

/**
 * A block as the chain stores it: its bytes, and the fields by which it is found. `decodeBlock` reads the rest. Bytes
 * take a fraction of the memory of objects.
 */
export interface SealedBlock {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly totalDifficulty: bigint
  /** RLP of [header, transactions, uncle headers], from Shanghai on with the withdrawals after them */
  readonly rlp: Uint8Array
  /** RLP list of the receipts, each encoded as in the receipts trie (EIP-2718) */
  readonly receiptsRlp: Uint8Array
  /** 20 bytes per transaction: the senders, so that decoding need not recover them from signatures */
  readonly senders: Uint8Array
  /** in wei per blob gas: follows from the header's `excessBlobGas` and the fork; 0 before Cancun */
  readonly blobGasPrice: bigint
  /** RLP of the block access list (EIP-7928); undefined before Amsterdam, and where it is not known */
  readonly accessList?: Uint8Array | undefined
  /**
   * The block's JSON as another node wrote it, if none of our dialects writes the same: an object with `block`,
   * `receipts` and `uncles`. It is served as it is, in every dialect.
   */
  readonly recorded?: Uint8Array | undefined
  /**
   * The root of the state after the block, in hex, if a test has changed that state by hand. It is not that of the header
   * then.
   */
  readonly alteredRoot?: Hex | undefined
  /** Why other nodes would not accept its branch; undefined for blocks that follow the protocol. */
  readonly irregularity?: Irregularity | undefined
}
