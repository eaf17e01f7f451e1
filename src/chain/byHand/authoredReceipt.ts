import { type Hex, toHex } from '../../primitives/hex.ts'
import type { Log } from '../encoding/block.ts'
import type { Outcome } from '../execution/outcome.ts'

/** The receipt of a transaction, available as soon as it has run. */
export interface AuthoredReceipt {
  /** DATA, 32 bytes */
  readonly transactionHash: Hex
  /** 1 success, 0 failure */
  readonly status: 0 | 1
  /** in gas */
  readonly gasUsed: bigint
  /** DATA, 20 bytes; null unless a contract was created */
  readonly contractAddress: Hex | null
  readonly logs: readonly Omit<Log, 'logIndex'>[]
  /** return data of the call, or revert data */
  readonly output: Hex
}

/** @internal */
export function toReceipt(outcome: Outcome): AuthoredReceipt {
  return {
    transactionHash: outcome.transactionHash,
    status: outcome.succeeded ? 1 : 0,
    gasUsed: outcome.gasUsed,
    contractAddress: outcome.createdAddress ? toHex(outcome.createdAddress) : null,
    logs: outcome.logs.map(([address, topics, data]) => ({
      address: toHex(address),
      topics: topics.map(toHex),
      data: toHex(data),
    })),
    output: toHex(outcome.output),
  }
}
