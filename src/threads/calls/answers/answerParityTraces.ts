import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { ParityTracer } from '../../../chain/calls/parity/parityTracer.ts'
import { rewardTraces } from '../../../chain/calls/parity/rewardTraces.ts'
import type { Trace } from '../../../chain/calls/parity/trace.ts'
import { matchesTrace, type TraceAddresses } from '../../../chain/calls/parity/traceMatcher.ts'
import type { ReplayedBlock } from '../../../chain/calls/replay/replayedBlock.ts'
import { withReplay } from '../../../chain/calls/replay/withReplay.ts'
import type { AnswerLimit } from './limitedJson.ts'
import { ParityWriter, type TraceLocation } from './parityWriter.ts'

/** Which traces of a block are written. */
export interface TracesRequest extends AnswerLimit {
  /** the child of the block on whose state the job runs */
  readonly block: ReplayedBlock
  /** index of the only transaction whose traces are wanted; undefined for all of them and the rewards */
  readonly index: number | undefined
  /** the address of the only trace that is wanted; undefined for all */
  readonly path: readonly number[] | undefined
  readonly addresses: TraceAddresses | undefined
  /** of the matching traces: how many are left out first, and how many are written then */
  readonly skip: number
  readonly count: number
}

export interface WrittenTraces {
  /** JSON objects, separated by commas */
  readonly json: Uint8Array
  /** how many traces matched until enough were written, those left out included */
  readonly matched: number
  readonly written: number
}

const TRACE_ONLY = { trace: true, stateDiff: false, vmTrace: false }
const ANY: TraceAddresses = { from: undefined, to: undefined, mode: 'union' }

/**
 * Runs the transactions of a block again, and writes their traces in Parity's format.
 *
 * @throws {CallError} if they are too large
 */
export async function answerParityTraces(
  environment: CallEnvironment,
  request: TracesRequest,
): Promise<WrittenTraces> {
  const { block, index, path, addresses = ANY } = request
  const isAtPath = path && atPath(path)
  const selection = new Selection(request)
  await withReplay(environment, block, index ?? 0, async (replay) => {
    const end = index === undefined ? replay.transactionCount : index + 1
    while (replay.nextIndex < end && !selection.isComplete) {
      const transaction = { hash: replay.hashOf(replay.nextIndex), index: replay.nextIndex }
      const tracer = new ParityTracer({
        types: TRACE_ONLY,
        isWanted: (parties) => matchesTrace(addresses, parties),
        reserve: selection.writer.reserve,
      })
      await replay.next(tracer)
      selection.add(isAtPath ? tracer.traces.filter(isAtPath) : tracer.traces, transaction)
    }
  })
  if (index === undefined) {
    const rewards = rewardTraces(environment.rules, block.rlp)
    const isWanted = ({ action }: Trace) =>
      'author' in action && matchesTrace(addresses, { from: undefined, to: action.author })
    selection.add(rewards.filter(isWanted), undefined)
  }
  return selection.result()
}

function atPath(path: readonly number[]): (trace: Trace) => boolean {
  return ({ traceAddress }) =>
    traceAddress.length === path.length && traceAddress.every((each, level) => each === path[level])
}

/** The traces that are written: those after the first ones, up to a number. */
class Selection {
  readonly writer: ParityWriter
  readonly #request: TracesRequest
  #matched = 0
  #written = 0

  constructor(request: TracesRequest) {
    this.#request = request
    this.writer = new ParityWriter(request)
  }

  get isComplete(): boolean {
    return this.#written === this.#request.count
  }

  add(traces: readonly Trace[], transaction: TraceLocation['transaction']): void {
    const { hash: blockHash, number: blockNumber } = this.#request.block
    for (const trace of traces) {
      if (this.isComplete) return
      if (++this.#matched <= this.#request.skip) continue
      this.writer.addTrace(trace, { blockHash, blockNumber, transaction })
      this.#written++
    }
  }

  result(): WrittenTraces {
    return { json: this.writer.bytes(), matched: this.#matched, written: this.#written }
  }
}
