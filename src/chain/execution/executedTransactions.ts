import type { Hex } from '../../primitives/hex.ts'
import type { PlainChange } from '../state/accountChange.ts'
import type { BlockAccesses } from '../state/blockAccesses.ts'
import type { StoredCode } from '../state/codeStore.ts'
import type { UsedGas } from './blockGas.ts'

/** A transaction to run: of any origin, so its code may take long. */
export interface ExecutableTransaction {
  /** as in the transactions trie (EIP-2718) */
  readonly encoded: Uint8Array
  /** 20 bytes */
  readonly sender: Uint8Array
}

/** What must be known of a block before its transactions can run. */
export interface BlockBefore {
  /** RLP of the header, as far as it is known then */
  readonly header: Uint8Array
  /** in bytes: the space for transactions; infinite before Osaka (EIP-7934) */
  readonly bytesMax: number
}

/** The transactions of a block, on top of that on whose state they run. */
export interface ExecutableTransactions extends BlockBefore {
  /** in the order in which they are tried */
  readonly transactions: readonly ExecutableTransaction[]
}

/** A log that a contract emitted. */
type ExecutedLog = readonly [address: Uint8Array, topics: readonly Uint8Array[], data: Uint8Array]

/** What people want to know of a transaction that has run, and no block says. */
export interface TransactionReport {
  /** why it failed, in geth's words; undefined if it succeeded */
  readonly failure: string | undefined
  /** what it reverted with; empty if it did not */
  readonly revertData: Uint8Array
  /** the input of each call of `console.log`, in order */
  readonly printed: readonly Uint8Array[]
}

/** A transaction that has run. */
export interface ExecutedTransaction extends ExecutableTransaction, UsedGas {
  readonly hash: Hex
  readonly type: number
  readonly succeeded: boolean
  /** whether its gas limit is above that of EIP-7825, which only some endpoints accept */
  readonly exceedsGasCap: boolean
  /** in blob gas */
  readonly blobGasUsed: bigint
  readonly logs: readonly ExecutedLog[]
  /** 32 bytes: of the state after it; only before Byzantium, whose receipts have it */
  readonly stateRoot: Uint8Array | undefined
  /** undefined where there is nothing to report */
  readonly report: TransactionReport | undefined
}

/** The transactions of a block that ran before its builder started, on the state of its parent, and all that they changed. */
export interface ExecutedTransactions {
  /** those that the block can include, in order */
  readonly included: readonly ExecutedTransaction[]
  /** since the state of the parent, with the system calls that come before the first transaction */
  readonly changes: readonly PlainChange[]
  /** the code of new contracts, by its hash in hex without prefix */
  readonly codes: readonly (readonly [name: string, code: StoredCode])[]
  /** what the block has accessed so far; undefined before Amsterdam */
  readonly accesses?: BlockAccesses | undefined
}
