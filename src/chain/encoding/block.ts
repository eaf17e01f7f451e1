import type { Hex } from '../../primitives/hex.ts'
import type { Header } from './header.ts'

export interface AccessListEntry {
  /** DATA, 20 bytes */
  readonly address: Hex
  /** each DATA, 32 bytes */
  readonly storageKeys: readonly Hex[]
}

/** Permission for the code at an address to act for the account that signed it (EIP-7702). */
export interface AuthorizationEntry {
  /** where it holds; 0 on every chain */
  readonly chainId: bigint
  /** DATA, 20 bytes: where the code is */
  readonly address: Hex
  /** of the account; the authorization is skipped where that has another */
  readonly nonce: number
  readonly yParity: number
  readonly r: bigint
  readonly s: bigint
}

/** A signed transaction. Fields that its type does not have are absent. */
export interface Transaction {
  /** DATA, 32 bytes */
  readonly hash: Hex
  /**
   * EIP-2718 type: 0 legacy, 1 access list (EIP-2930), 2 fee market (EIP-1559), 3 blobs (EIP-4844), 4 code of accounts
   * (EIP-7702)
   */
  readonly type: number
  /** DATA, 20 bytes: recovered from the signature */
  readonly from: Hex
  /** DATA, 20 bytes; null where the transaction creates a contract */
  readonly to: Hex | null
  readonly nonce: number
  /** in gas */
  readonly gas: bigint
  /** in wei */
  readonly value: bigint
  readonly input: Hex
  /** in wei per gas; types 0 and 1 */
  readonly gasPrice?: bigint
  /** in wei per gas; from type 2 on */
  readonly maxFeePerGas?: bigint
  /** in wei per gas; from type 2 on */
  readonly maxPriorityFeePerGas?: bigint
  /** in wei per blob gas; type 3 */
  readonly maxFeePerBlobGas?: bigint
  /** each DATA, 32 bytes, the first of which is 1; type 3 */
  readonly blobVersionedHashes?: readonly Hex[]
  /** type 4 */
  readonly authorizationList?: readonly AuthorizationEntry[]
  /** absent in a legacy transaction without EIP-155 */
  readonly chainId?: bigint
  /** from type 1 on */
  readonly accessList?: readonly AccessListEntry[]
  /** what stands in the signature: 27 or 28, 35 + 2 × chain id + parity (EIP-155), or the parity itself (typed) */
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
  /** place among all logs of the block */
  readonly logIndex: number
}

/** What a transaction left behind. */
export interface Receipt {
  /** 1 success, 0 failure; from Byzantium on (EIP-658) */
  readonly status?: number
  /** DATA, 32 bytes: state root after the transaction; before Byzantium */
  readonly root?: Hex
  /** in gas */
  readonly gasUsed: bigint
  /** in gas: this transaction and all before it in the block */
  readonly cumulativeGasUsed: bigint
  /** in wei per gas: what the sender really paid */
  readonly effectiveGasPrice: bigint
  /** in blob gas; type 3 */
  readonly blobGasUsed?: bigint
  /** in wei per blob gas: what the sender really paid; type 3 */
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
  /** sum of the difficulties from genesis up to this block */
  readonly totalDifficulty: bigint
  /** in bytes: the length of the block's RLP */
  readonly size: number
  readonly transactions: readonly Transaction[]
  /** one for each transaction, at the same place */
  readonly receipts: readonly Receipt[]
  readonly uncles: readonly Uncle[]
  /** from Shanghai on (EIP-4895) */
  readonly withdrawals?: readonly Withdrawal[]
}

/** Ether that the beacon chain pays out to an account (EIP-4895). */
export interface Withdrawal {
  /** counts all withdrawals of the chain */
  readonly index: number
  readonly validatorIndex: number
  /** DATA, 20 bytes */
  readonly address: Hex
  /** in gwei */
  readonly amount: bigint
}

/** The header of a block that another branch lost, as the including block carries it. */
export interface Uncle {
  /** DATA, 32 bytes */
  readonly hash: Hex
  readonly header: Header
  /** in bytes: the length of the RLP of a block with this header, no transactions and no uncles */
  readonly size: number
}

/**
 * A block as the chain keeps it: the bytes that define it, and what is needed to find it. `decodeBlock` reads
 * the rest. Bytes take a fraction of the memory of objects, and everything that is served follows from them.
 */
export interface SealedBlock {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly totalDifficulty: bigint
  /** RLP of [header, transactions, uncle headers], from Shanghai on with the withdrawals after them */
  readonly rlp: Uint8Array
  /** RLP list of the receipts as the receipts trie holds them (EIP-2718) */
  readonly receiptsRlp: Uint8Array
  /** 20 bytes a transaction: their senders, so that reading need not recover them from signatures */
  readonly senders: Uint8Array
  /** in wei per blob gas: what the header's excess comes to under the fork's rules; 0 before Cancun */
  readonly blobGasPrice: bigint
  /**
   * How somebody else wrote the block, where that cannot be had from the bytes: JSON of an object with `block`,
   * `receipts` and `uncles`. It is what clients are told then, whatever the dialect.
   */
  readonly recorded?: Uint8Array | undefined
}
