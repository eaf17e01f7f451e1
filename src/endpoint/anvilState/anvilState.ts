import type { Hex } from '../../primitives/hex.ts'

// The state of a node as Anvil 1.7 writes it (foundry, crates/anvil/src/eth/backend/db.rs, SerializableState): the result of
// `anvil_dumpState`, compressed with gzip, and the file of `--dump-state`, as it is.

export interface AnvilState {
  /** what the last block has told the EVM */
  readonly block: Readonly<Record<string, unknown>>
  /** by their addresses, after the last block */
  readonly accounts: Readonly<Record<Hex, AnvilAccount>>
  /** number of the last block */
  readonly best_block_number: number
  /** in any order */
  readonly blocks: readonly AnvilBlock[]
  /** those of all blocks, in any order */
  readonly transactions: readonly AnvilTransaction[]
  readonly historical_states: null
}

export interface AnvilAccount {
  readonly nonce: number
  readonly balance: Hex
  readonly code: Hex
  /** by slot, 32 bytes each */
  readonly storage: Readonly<Record<Hex, Hex>>
}

type Json = Readonly<Record<string, unknown>>

export interface AnvilBlock {
  /** its fields, as JSON-RPC has them */
  readonly header: Json
  readonly transactions: readonly {
    /** the fields that are signed, the signature, and the hash of the bytes */
    readonly transaction: Json
    /** DATA, 20 bytes: the sender, if nobody has signed it */
    readonly impersonated_sender: Hex | null
  }[]
  /** headers of uncles */
  readonly ommers: readonly Json[]
  readonly withdrawals: readonly Json[] | null
}

export interface AnvilTransaction {
  readonly info: {
    readonly transaction_hash: Hex
    readonly transaction_index: number
    readonly from: Hex
    readonly to: Hex | null
    readonly contract_address: Hex | null
    readonly traces: readonly unknown[]
    readonly exit: string
    readonly out: Hex
    readonly nonce: number
    readonly gas_used: number
  }
  /** what the receipts trie has of it */
  readonly receipt: Json
  readonly block_hash: Hex
  readonly block_number: number
}
