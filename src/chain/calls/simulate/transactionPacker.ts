import type { Log } from '@ethereumjs/evm'
import { toHex, toMinimalBytes } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { bloomOf } from '../../encoding/bloom.ts'
import { encodeTyped } from '../../encoding/encodeTyped.ts'
import { callServerError } from '../callError.ts'
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
  readonly logs: Parameters<typeof bloomOf>[0]
}

/** What a receipt says of a call. */
interface PackedReceipt {
  /** one byte or none; before Byzantium the state root */
  readonly statusOrRoot: Uint8Array
  /** in gas: of this call and all before it in the block */
  readonly cumulativeGas: bigint
  /** that contracts emitted */
  readonly logs: readonly Log[]
}

/** How many bytes of logs receipts may repeat: they grow with the square of the number of such calls. */
const REPEATED_BYTES_MAX = 64 * 1024 * 1024

/** An estimate of what a log takes in addition to its data. */
const LOG_BYTES = 128

/**
 * Turns calls into transactions and receipts. As in geth, the receipt of a transaction has all logs that transactions with
 * the same hash have emitted so far: calls of different senders may have the same hash, because they are not signed
 * (core/state/statedb.go, GetLogs).
 */
export class TransactionPacker {
  readonly #chainId: number
  readonly #logsByHash = new Map<string, readonly Log[]>()
  #repeatedBytes = 0
  readonly #repeatedBytesMax: number

  constructor(chainId: number, repeatedBytesMax = REPEATED_BYTES_MAX) {
    this.#chainId = chainId
    this.#repeatedBytesMax = repeatedBytesMax
  }

  /** @throws {CallError} if receipts repeat too many logs of calls with the same hash */
  pack({ message, type }: CompleteMessage, outcome: PackedReceipt): PackedTransaction {
    const encoded = encodeUnsigned(message, type, this.#chainId)
    const hash = toHex(keccak256(encoded))
    const before = this.#logsByHash.get(hash) ?? []
    this.#countRepeated(before)
    const logs = [...before, ...outcome.logs]
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

  #countRepeated(logs: readonly Log[]): void {
    for (const [, , data] of logs) this.#repeatedBytes += LOG_BYTES + data.length
    if (this.#repeatedBytes <= this.#repeatedBytesMax) return
    throw callServerError(
      'too many logs of calls with the same hash: they differ only in their senders',
    )
  }
}
