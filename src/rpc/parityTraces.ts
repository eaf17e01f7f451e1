import { replayedBlock } from '../chain/calls/replay/replayedBlock.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { ParityCall } from '../threads/calls/answers/answerParityCalls.ts'
import type { ReplayRequest } from '../threads/calls/answers/answerParityReplay.ts'
import type { TracesRequest, WrittenTraces } from '../threads/calls/answers/answerParityTraces.ts'
import { type Answer, encodeResultParts, encodeResultText, nullAnswer } from './answer.ts'
import { limitedCall } from './callInput.ts'
import { requireParent } from './debugTraces.ts'
import { RequestError } from './errors.ts'
import type { MethodContext } from './method.ts'
import type { StateBlock } from './params/stateBlock.ts'
import { runCall, runCallAfter } from './runCall.ts'
import { blockOfState } from './stateOfBlock.ts'

/**
 * The block of a method that runs its transactions again.
 *
 * @throws {RequestError} if it does not exist, or is pending
 */
export async function parityBlock(
  context: Pick<MethodContext, 'view' | 'dialect'>,
  parameter: StateBlock,
): Promise<SealedBlock> {
  if (parameter === 'pending') {
    throw new RequestError('SERVER_ERROR', 'tracing on top of pending is not supported')
  }
  return blockOfState(context, parameter)
}

/** The outcomes of the transactions of a block, or of one of them, run again. */
export async function replayAnswer(
  context: MethodContext,
  block: SealedBlock,
  { index, types }: Pick<ReplayRequest, 'index' | 'types'>,
): Promise<Answer> {
  // Nothing has run in genesis.
  if (block.number === 0) return encodeResultText('[]')
  const { bytesMax } = context.service.logLimits
  const request = { block: replayedBlock(block), index, types, bytesMax }
  const json = await runCallAfter(context, requireParent(context, block), 'parityReplay', request)
  return index === undefined ? encodeResultParts(['[', json, ']']) : encodeResultParts([json])
}

/** The outcomes of calls that run one after the other on the state after a block. */
export async function callTracesAnswer(
  context: MethodContext,
  block: StateBlock | undefined,
  calls: readonly ParityCall[],
): Promise<Answer> {
  return encodeResultParts(['[', await tracedCalls(context, block, calls), ']'])
}

/** The outcome of one call. */
export async function callTraceAnswer(
  context: MethodContext,
  block: StateBlock | undefined,
  calls: readonly [ParityCall],
): Promise<Answer> {
  return encodeResultParts([await tracedCalls(context, block, calls)])
}

function tracedCalls(
  context: MethodContext,
  block: StateBlock | undefined,
  calls: readonly ParityCall[],
): Promise<Uint8Array> {
  const { gasCap, allowsCheapCalls } = limitedCall(context, {})
  const { bytesMax } = context.service.logLimits
  const limited = calls.map((each) => ({ ...each, call: limitedCall(context, each.call).call }))
  return runCall(context, block, 'parityCalls', {
    calls: limited,
    gasCap,
    allowsCheapCalls,
    bytesMax,
  })
}

/** The traces of a block, or of one of its transactions. */
export async function tracesAnswer(
  context: MethodContext,
  block: SealedBlock,
  index: number | undefined,
): Promise<Answer> {
  const { json } = await writtenTraces(context, block, { index })
  return encodeResultParts(['[', json, ']'])
}

/** A trace of a transaction by its address, or null. */
export async function traceAtAnswer(
  context: MethodContext,
  { block, index }: TransactionLocation,
  path: readonly number[],
): Promise<Answer> {
  const { json } = await writtenTraces(context, block, { index, path })
  return json.length === 0 ? nullAnswer : encodeResultParts([json])
}

/** Runs the job that writes the traces of a block; there are none for genesis, which has no transactions. */
export async function writtenTraces(
  context: MethodContext,
  block: SealedBlock,
  selection: Partial<Omit<TracesRequest, 'block'>>,
): Promise<WrittenTraces> {
  if (block.number === 0) return { json: new Uint8Array(0), matched: 0, written: 0 }
  const { bytesMax } = context.service.logLimits
  const request = { ...everything, bytesMax, ...selection, block: replayedBlock(block) }
  return runCallAfter(context, requireParent(context, block), 'parityTraces', request)
}

const everything = {
  index: undefined,
  path: undefined,
  addresses: undefined,
  skip: 0,
  count: Number.MAX_SAFE_INTEGER,
}
