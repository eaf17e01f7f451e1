import { fromHex } from '../../../primitives/hex.ts'
import { CALL_CHECKS } from '../appliedMessage.ts'
import { applyStateOverrides } from '../applyOverrides.ts'
import { type BlockContext, contextOf } from '../blockContext.ts'
import type { CallInput } from '../call.ts'
import { completeCall } from '../callDefaults.ts'
import type { CallEnvironment } from '../callEnvironment.ts'
import { callServerError } from '../callError.ts'
import { headerValuesOf } from '../headerValues.ts'
import { MessageError } from '../messageError.ts'
import { withOverrides } from '../overriddenBlock.ts'
import type { BlockOverrides } from '../overrides.ts'
import { BlockReplay } from '../replay/blockReplay.ts'
import type { ReplayedBlock } from '../replay/replayedBlock.ts'
import { type TraceEngine, withTraceEngine } from '../replay/traceEngine.ts'
import { withoutBaseFee } from '../withoutBaseFee.ts'
import { createTracer } from './createTracer.ts'
import type { JsonSink } from './jsonSink.ts'
import type { TracerChoice } from './tracerChoice.ts'

export interface CallTraceInput extends CallInput {
  /** undefined if the call runs after the environment's block */
  readonly within: CallPosition | undefined
  readonly tracer: TracerChoice
}

/** A position in the block after the environment's. */
interface CallPosition {
  readonly block: ReplayedBlock
  /** the transaction before which the call runs; the block may not have it */
  readonly index: bigint
}

/**
 * Runs a call, and writes what a tracer observes (geth, eth/tracers/api.go, TraceCall).
 *
 * @param onTransaction called before the call runs
 * @throws {CallError} if it cannot run, or the result is too large
 */
export async function traceCall(
  environment: CallEnvironment,
  input: CallTraceInput,
  json: JsonSink,
  onTransaction: () => void,
): Promise<void> {
  await withTraceEngine(environment, async (engine) => {
    const { stateOverrides = [], blockOverrides = {}, within } = input
    const context = within ? await replayTo(engine, within) : contextAfter(environment)
    const block = withOverrides(
      isNextNumber(blockOverrides, context) ? context.next : context.block,
      environment.rules,
      blockOverrides,
    )
    const evm = await engine.evmFor(block)
    const precompiles = new Map(evm.standardPrecompiles)
    await applyStateOverrides(engine, stateOverrides, precompiles)
    const { chainId } = environment.rules
    const { gasCap, call, tracer } = input
    const message = completeCall(call, { gasCap, baseFee: block.baseFee, chainId })
    onTransaction()
    const observer = createTracer(tracer, json)
    const transaction = { message, hash: undefined, index: 0, blockHash: undefined }
    const options = { checks: CALL_CHECKS, precompiles }
    try {
      await engine.apply(withoutBaseFee(block, message), transaction, options, observer)
    } catch (error) {
      throw error instanceof MessageError
        ? callServerError(`tracing failed: ${error.message}`)
        : error
    }
    observer.finish()
  })
}

/** What a call sees of its block. */
interface CallContext {
  readonly block: BlockContext
  /** the same where the call takes the place of the next block: that has the hash of this one */
  readonly next: BlockContext
}

function isNextNumber({ number }: BlockOverrides, { block }: CallContext): boolean {
  return number === block.number + 1n
}

function contextAfter(environment: CallEnvironment): CallContext {
  const { block } = environment
  return withNext(contextOf(environment, headerValuesOf(block)), fromHex(block.hash))
}

async function replayTo(engine: TraceEngine, { block, index }: CallPosition): Promise<CallContext> {
  const replay = await BlockReplay.start(engine, block)
  const isInBlock =
    index < replay.transactionCount || (index === 0n && replay.transactionCount === 0)
  await replay.skipTo(isInBlock ? Number(index) : replay.transactionCount)
  if (!isInBlock) {
    throw callServerError(`transaction index ${index} out of range for block ${block.hash}`)
  }
  return withNext(replay.context, fromHex(block.hash))
}

function withNext(block: BlockContext, hash: Uint8Array): CallContext {
  const blockHash = (number: bigint) => (number === block.number ? hash : block.blockHash(number))
  return { block, next: { ...block, blockHash } }
}
