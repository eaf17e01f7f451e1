import type { ParityTracer } from '../../../chain/calls/parity/parityTracer.ts'
import type { Trace } from '../../../chain/calls/parity/trace.ts'
import type { Hex } from '../../../primitives/hex.ts'
import { type AnswerLimit, LimitedJson } from './limitedJson.ts'

/** Where a trace belongs: to a transaction of a block, or to the block alone. */
export interface TraceLocation {
  readonly blockHash: Hex
  readonly blockNumber: number
  readonly transaction: { readonly hash: Hex; readonly index: number } | undefined
}

/** Writes a list of traces, the one of each transaction when it has ended. */
export class ParityWriter {
  readonly #json: LimitedJson
  /** in bytes: what the transaction in progress has collected */
  #collected = 0
  #isFirst = true

  constructor(limit: AnswerLimit) {
    this.#json = new LimitedJson(limit)
  }

  /**
   * Makes sure that what a transaction collects can be written.
   *
   * @throws {CallError}
   */
  readonly reserve = (bytes: number): void => {
    this.#collected += bytes
    this.#json.requireSpace(this.#collected)
  }

  /** Writes a trace with its location. */
  addTrace(trace: Trace, { blockHash, blockNumber, transaction }: TraceLocation): void {
    const { action, error, result, subtraces, traceAddress, type } = trace
    // The order of Erigon and Reth.
    this.add({
      action,
      blockHash,
      blockNumber,
      ...(error !== undefined && { error }),
      result,
      subtraces,
      traceAddress,
      ...(transaction && {
        transactionHash: transaction.hash,
        transactionPosition: transaction.index,
      }),
      type,
    })
  }

  /** Writes the outcome of a transaction with all that its tracer has collected. */
  addReplayed(output: Hex, tracer: ParityTracer, transactionHash: Hex | undefined): void {
    this.add({
      output,
      stateDiff: tracer.stateDiff ?? null,
      trace: tracer.traces,
      vmTrace: tracer.vmTrace ?? null,
      ...(transactionHash !== undefined && { transactionHash }),
    })
  }

  /** @param item of the list */
  add(item: object): void {
    if (!this.#isFirst) this.#json.add(',')
    this.#isFirst = false
    this.#json.add(JSON.stringify(item))
    this.#collected = 0
  }

  /** The items in JSON, separated by commas. */
  bytes(): Uint8Array {
    return this.#json.bytes()
  }
}
