import { CALL_CHECKS } from '../appliedMessage.ts'
import { applyStateOverrides } from '../applyOverrides.ts'
import type { CallInput } from '../call.ts'
import { completeCall } from '../callDefaults.ts'
import type { CallEnvironment } from '../callEnvironment.ts'
import { callServerError } from '../callError.ts'
import type { CallPosition } from '../callPosition.ts'
import { goTo, type PositionContext } from '../goTo.ts'
import { MessageError } from '../messageError.ts'
import { withOverrides } from '../overriddenBlock.ts'
import type { BlockOverrides } from '../overrides.ts'
import { withTraceEngine } from '../replay/traceEngine.ts'
import { withoutBaseFee } from '../withoutBaseFee.ts'
import { createTracer } from './createTracer.ts'
import type { JsonSink } from './jsonSink.ts'
import type { TracerChoice } from './tracerChoice.ts'

export interface CallTraceInput extends CallInput {
  /** undefined if the call runs after the environment's block */
  readonly within: CallPosition | undefined
  readonly tracer: TracerChoice
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
    const context = await goTo(engine, within)
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
      await engine.apply(withoutBaseFee(block, message, input), transaction, options, observer)
    } catch (error) {
      throw error instanceof MessageError
        ? callServerError(`tracing failed: ${error.message}`)
        : error
    }
    observer.finish()
  })
}

function isNextNumber({ number }: BlockOverrides, { block }: PositionContext): boolean {
  return number === block.number + 1n
}
