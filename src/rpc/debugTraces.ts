import { replayedBlock } from '../chain/calls/replay/replayedBlock.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { PartlyUnknownError } from '../chain/state/partlyUnknownError.ts'
import { MissingStateError } from '../chain/store/missingStateError.ts'
import { type Answer, encodeResult } from './answer.ts'
import { RequestError } from './errors.ts'
import { answerLong } from './longAnswers/answerLong.ts'
import type { LongAnswer } from './longAnswers/longAnswer.ts'
import type { MethodContext } from './method.ts'
import type { BlockParameter } from './params/blockParameter.ts'
import { defaultTraceConfig, type TraceConfig } from './params/traceConfig.ts'
import { parentBlock } from './parentBlock.ts'
import { runCallAfter } from './runCall.ts'
import { answerAfter } from './stateAnswers.ts'

/**
 * The block with a number or tag, whose transactions are traced.
 *
 * @throws {RequestError} if it does not exist, with geth's message
 */
export function requireTracedBlock(
  { view }: MethodContext,
  parameter: BlockParameter,
): SealedBlock | Promise<SealedBlock> {
  if (parameter === 'pending') {
    return view.pendingBlock().then((block) => block ?? refuse('pending block is not available'))
  }
  if (typeof parameter === 'number') {
    return view.blockByNumber(parameter) ?? refuse(`block #${parameter} not found`)
  }
  return view.blockByTag(parameter) ?? refuse(`${parameter} block not found`)
}

/**
 * Traces transactions of a block.
 *
 * @param index of the only one that is traced; undefined for all
 * @throws {RequestError} with geth's message
 * @throws {MissingStateError} if the chain does not have the state before the block
 */
export async function answerTraces(
  context: MethodContext,
  block: SealedBlock,
  index: number | undefined,
  config: TraceConfig = defaultTraceConfig,
): Promise<Answer | LongAnswer> {
  if (block.number === 0) throw new RequestError('SERVER_ERROR', 'genesis is not traceable')
  const parent = requireParent(context, block)
  // As in geth, which makes a tracer for each transaction, the options do not matter where there is none.
  if (block.senders.length === 0) return answerAfter(context, parent, () => encodeResult([]))
  const request = {
    block: replayedBlock(block),
    index,
    tracer: config.tracer(),
    timeoutMs: config.timeoutMs(),
  }
  return answerLong(context, (limit) =>
    runCallAfter(context, parent, 'traceBlock', { ...request, ...limit }),
  )
}

/**
 * The parent of a block, on whose state its transactions run.
 *
 * @throws {MissingStateError} if the chain begins with the block
 */
export function requireParent({ view }: MethodContext, block: SealedBlock): SealedBlock {
  const parent = parentBlock(view.chain, block)
  if (parent === undefined) throw new MissingStateError(block, 'the chain begins with it')
  return parent
}

/**
 * The same, with a state root that every node would compute.
 *
 * @throws {PartlyUnknownError} if it follows from a part of a trie that a fork could not read
 */
export function requireExactParent(context: MethodContext, block: SealedBlock): SealedBlock {
  const parent = requireParent(context, block)
  requireExactRoot(parent)
  return parent
}

/** @throws {PartlyUnknownError} if no other node would compute the state root of a block */
export function requireExactRoot({ irregularity }: SealedBlock): void {
  if (irregularity?.reasons.includes('stateRoot')) {
    throw new PartlyUnknownError('the state root before this block')
  }
}

function refuse(problem: string): never {
  throw new RequestError('UNKNOWN_BLOCK', problem)
}
