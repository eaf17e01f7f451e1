import { fromHex } from '../../primitives/hex.ts'
import { type BlockContext, contextOf } from './blockContext.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import { callServerError } from './callError.ts'
import type { CallPosition } from './callPosition.ts'
import { headerValuesOf } from './headerValues.ts'
import { BlockReplay } from './replay/blockReplay.ts'
import type { TraceEngine } from './replay/traceEngine.ts'

/** What a call sees of its block. */
export interface PositionContext {
  readonly block: BlockContext
  /** the same where the call takes the place of the next block: that has the hash of this one */
  readonly next: BlockContext
}

/**
 * Brings the state of an engine to a position.
 *
 * @param position undefined: after the environment's block
 * @throws {CallError} if the block has no such transaction
 */
export async function goTo(
  engine: TraceEngine,
  position: CallPosition | undefined,
): Promise<PositionContext> {
  return position === undefined ? contextAfter(engine.environment) : replayTo(engine, position)
}

function contextAfter(environment: CallEnvironment): PositionContext {
  const { block } = environment
  return withNext(contextOf(environment, headerValuesOf(block)), fromHex(block.hash))
}

async function replayTo(
  engine: TraceEngine,
  { block, index }: CallPosition,
): Promise<PositionContext> {
  const replay = await BlockReplay.start(engine, block)
  const isInBlock =
    index < replay.transactionCount || (index === 0n && replay.transactionCount === 0)
  await replay.skipTo(isInBlock ? Number(index) : replay.transactionCount)
  if (!isInBlock) {
    throw callServerError(`transaction index ${index} out of range for block ${block.hash}`)
  }
  return withNext(replay.context, fromHex(block.hash))
}

function withNext(block: BlockContext, hash: Uint8Array): PositionContext {
  const blockHash = (number: bigint) => (number === block.number ? hash : block.blockHash(number))
  return { block, next: { ...block, blockHash } }
}
