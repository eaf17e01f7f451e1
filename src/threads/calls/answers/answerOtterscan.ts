import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { type Frame, frameOf, succeeded } from '../../../chain/calls/parity/frames.ts'
import { ParityTracer } from '../../../chain/calls/parity/parityTracer.ts'
import type { Trace } from '../../../chain/calls/parity/trace.ts'
import type { TraceParties } from '../../../chain/calls/parity/traceMatcher.ts'
import type { ReplayedBlock } from '../../../chain/calls/replay/replayedBlock.ts'
import { withReplay } from '../../../chain/calls/replay/withReplay.ts'
import type { Hex } from '../../../primitives/hex.ts'
import type { AnswerLimit } from './limitedJson.ts'
import { ParityWriter } from './parityWriter.ts'

// What Otterscan asks about transactions. They run again in a worker thread, which returns only what is asked for.

interface BlockRequest {
  /** the child of the block on whose state the job runs */
  readonly block: ReplayedBlock
}

export interface FramesRequest extends AnswerLimit, BlockRequest {
  /** of the transaction in the block */
  readonly index: number
  /** all calls, or those that transfer, create and destroy */
  readonly kind: 'calls' | 'operations'
}

/** Traces of a transaction may take so many times more than what is written of them. */
const COLLECTED_MAX = 4

/** The numbers that Otterscan has for kinds of operations; every other frame is a transfer. */
const operationTypes: Readonly<Record<string, number>> = { SELFDESTRUCT: 1, CREATE: 2, CREATE2: 3 }
const TRANSFER = 0

/** What has no value of its own, and what moves none. */
const withoutValue: ReadonlySet<string> = new Set(['STATICCALL', 'DELEGATECALL'])
const withoutTransfer: ReadonlySet<string> = new Set([...withoutValue, 'CALLCODE'])

/**
 * The frames of a transaction as Otterscan has them.
 *
 * @returns JSON objects, separated by commas
 * @throws {CallError} if they are too large
 */
export async function answerFrames(
  environment: CallEnvironment,
  { block, index, kind, bytesMax }: FramesRequest,
): Promise<Uint8Array> {
  const writer = new ParityWriter({ bytesMax })
  const { reserve } = new ParityWriter({ bytesMax: COLLECTED_MAX * bytesMax })
  await withReplay(environment, block, index, async (replay) => {
    const tracer = tracerOf(() => true, reserve)
    await replay.next(tracer)
    const { traces } = tracer
    for (const item of kind === 'calls' ? traces.map(writtenCall) : operationsOf(traces)) {
      writer.add(item)
    }
  })
  return writer.bytes()
}

function writtenCall(trace: Trace): object {
  const { type, from, to, value, input } = frameOf(trace)
  const { traceAddress, result } = trace
  const output = result === null ? '0x' : 'output' in result ? result.output : result.code
  const depth = traceAddress.length
  return { type, depth, from, to, value: withoutValue.has(type) ? null : value, input, output }
}

function operationsOf(traces: readonly Trace[]): readonly object[] {
  const isOperation = ({ type, value }: Frame) =>
    operationTypes[type] !== undefined || (value !== '0x0' && !withoutTransfer.has(type))
  return succeeded(traces)
    .filter(({ traceAddress }) => traceAddress.length > 0)
    .map(frameOf)
    .filter(isOperation)
    .map(({ type, from, to, value }) => ({
      type: operationTypes[type] ?? TRANSFER,
      from,
      to,
      value,
    }))
}

/** The indexes of the transactions in which an account sends, receives, is called or is created. */
export async function answerInvolved(
  environment: CallEnvironment,
  { block, account }: BlockRequest & { readonly account: Hex },
): Promise<readonly number[]> {
  const involved: number[] = []
  await withReplay(environment, block, 0, async (replay) => {
    while (replay.nextIndex < replay.transactionCount) {
      const index = replay.nextIndex
      let isInvolved = false
      // Says of each frame that it is not wanted, so that none is kept.
      const look = ({ from, to }: TraceParties): boolean => {
        isInvolved ||= from === account || to === account
        return false
      }
      await replay.next(tracerOf(look, () => {}))
      if (isInvolved) involved.push(index)
    }
  })
  return involved
}

export interface Creation {
  /** of the transaction in the block */
  readonly index: number
  /** the account or contract that created it */
  readonly creator: Hex
}

/** The last creation of a contract in a block; undefined if there is none that was not reverted. */
export async function answerCreation(
  environment: CallEnvironment,
  { block, account, bytesMax }: BlockRequest & AnswerLimit & { readonly account: Hex },
): Promise<Creation | undefined> {
  let last: Creation | undefined
  await withReplay(environment, block, 0, async (replay) => {
    while (replay.nextIndex < replay.transactionCount) {
      const index = replay.nextIndex
      const { reserve } = new ParityWriter({ bytesMax: COLLECTED_MAX * bytesMax })
      const tracer = tracerOf(() => true, reserve)
      await replay.next(tracer)
      const creation = succeeded(tracer.traces)
        .map(frameOf)
        .findLast(({ type, to }) => (type === 'CREATE' || type === 'CREATE2') && to === account)
      if (creation !== undefined) last = { index, creator: creation.from }
    }
  })
  return last
}

function tracerOf(
  isWanted: (parties: TraceParties) => boolean,
  reserve: (bytes: number) => void,
): ParityTracer {
  const types = { trace: true, stateDiff: false, vmTrace: false }
  return new ParityTracer({ types, isWanted, reserve })
}
