import type { Log } from '@ethereumjs/evm'
import { toHex, toMinimalBytes } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { bloomOf } from '../../encoding/bloom.ts'
import { encodeTyped } from '../../encoding/encodeTyped.ts'
import { encodeUnsigned } from '../unsignedTransaction.ts'
import type { CompleteMessage } from './completeMessage.ts'

/** A call as a transaction of its block. */
export interface PackedTransaction {
  /** as in the transactions trie (EIP-2718) */
  readonly encoded: Uint8Array
  /** 20 bytes */
  readonly sender: Uint8Array
  /** as in the receipts trie */
  readonly receipt: Uint8Array
  /** of the receipt */
  readonly logs: readonly Log[]
}

/** What a receipt says of a call. */
interface Outcome {
  /** one byte or none; before Byzantium the state root */
  readonly statusOrRoot: Uint8Array
  /** in gas: of this call and all before it in the block */
  readonly cumulativeGas: bigint
  /** that contracts emitted */
  readonly logs: readonly Log[]
}

/**
 * Turns calls into transactions and receipts. As in geth, the receipt of a transaction has all logs that transactions with
 * the same hash have emitted so far: calls of different senders may have the same hash, because they are not signed
 * (core/state/statedb.go, GetLogs).
 */
export class TransactionPacker {
  readonly #chainId: number
  readonly #logsByHash = new Map<string, readonly Log[]>()

  constructor(chainId: number) {
    this.#chainId = chainId
  }

  pack({ message, type }: CompleteMessage, outcome: Outcome): PackedTransaction {
    const encoded = encodeUnsigned(message, type, this.#chainId)
    const hash = toHex(keccak256(encoded))
    const logs = [...(this.#logsByHash.get(hash) ?? []), ...outcome.logs]
    this.#logsByHash.set(hash, logs)
    return {
      encoded,
      sender: message.from,
      receipt: encodeTyped(type, [
        outcome.statusOrRoot,
        toMinimalBytes(outcome.cumulativeGas),
        bloomOf(logs),
        logs,
      ]),
      logs,
    }
  }
}
