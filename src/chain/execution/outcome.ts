import type { RunTxResult } from '@ethereumjs/vm'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { bloomOf } from '../encoding/bloom.ts'
import type { UsedGas } from './blockGas.ts'
import type { TransferResult } from './quickTransfer.ts'

/** The outcome of a transaction. */
export interface Outcome {
  /** DATA, 32 bytes */
  readonly transactionHash: Hex
  readonly succeeded: boolean
  /** in gas */
  readonly gasUsed: bigint
  /** 20 bytes; undefined unless the transaction created a contract */
  readonly createdAddress: Uint8Array | undefined
  readonly logs: readonly (readonly [
    address: Uint8Array,
    topics: readonly Uint8Array[],
    data: Uint8Array,
  ])[]
  /** return data of the call, or revert data */
  readonly output: Uint8Array
}

/** The outcome of a transaction, with what only its receipt and its block have. */
export interface RunOutcome extends Outcome, UsedGas {
  /** in blob gas */
  readonly blobGasUsed: bigint
  /** of `logs`, 256 bytes */
  readonly bloom: Uint8Array
}

/** @param encoded the transaction that the EVM has run */
export function outcomeOfRun(encoded: Uint8Array, result: RunTxResult): RunOutcome {
  return {
    transactionHash: toHex(keccak256(encoded)),
    succeeded: result.execResult.exceptionError === undefined,
    gasUsed: result.totalGasSpent,
    blobGasUsed: result.blobGasUsed ?? 0n,
    createdAddress: result.createdAddress?.bytes,
    logs: result.receipt.logs,
    bloom: result.receipt.bitvector,
    output: result.execResult.returnValue,
  }
}

const NO_BLOOM = new Uint8Array(256)
const NO_OUTPUT = new Uint8Array(0)

/** @param encoded the transaction that was made without the EVM */
export function outcomeOfTransfer(encoded: Uint8Array, transfer: TransferResult): RunOutcome {
  return {
    transactionHash: toHex(keccak256(encoded)),
    succeeded: true,
    ...transfer,
    createdAddress: undefined,
    bloom: transfer.logs.length === 0 ? NO_BLOOM : bloomOf(transfer.logs),
    output: NO_OUTPUT,
  }
}
