import { CALL_CHECKS } from '../../../chain/calls/appliedMessage.ts'
import { contextOf } from '../../../chain/calls/blockContext.ts'
import { completeCall } from '../../../chain/calls/callDefaults.ts'
import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { callServerError } from '../../../chain/calls/callError.ts'
import { headerValuesOf } from '../../../chain/calls/headerValues.ts'
import type { CallMessage } from '../../../chain/calls/message.ts'
import { MessageError } from '../../../chain/calls/messageError.ts'
import { ParityTracer } from '../../../chain/calls/parity/parityTracer.ts'
import type { TypesWanted } from '../../../chain/calls/parity/typesWanted.ts'
import { withTraceEngine } from '../../../chain/calls/replay/traceEngine.ts'
import { withoutBaseFee } from '../../../chain/calls/withoutBaseFee.ts'
import type { AnswerLimit } from './limitedJson.ts'
import { parityOutput } from './parityOutput.ts'
import { ParityWriter } from './parityWriter.ts'

/** A call, and what is written of it. */
export interface ParityCall {
  readonly call: CallMessage
  readonly types: TypesWanted
}

interface ParityCallsRequest extends AnswerLimit {
  /** each runs on the state after the one before */
  readonly calls: readonly ParityCall[]
  /** the most gas that each may use; 0 for no limit */
  readonly gasCap: bigint
  /** whether they may offer less than the base fee */
  readonly allowsCheapCalls: boolean | undefined
}

/**
 * Runs calls, and writes their outcomes in Parity's format.
 *
 * @returns JSON objects, separated by commas
 * @throws {CallError} if one cannot run, or they are too large
 */
export async function answerParityCalls(
  environment: CallEnvironment,
  request: ParityCallsRequest,
): Promise<Uint8Array> {
  const writer = new ParityWriter(request)
  const { gasCap } = request
  await withTraceEngine(environment, async (engine) => {
    const block = contextOf(environment, headerValuesOf(environment.block))
    const { chainId } = environment.rules
    for (const [index, { call, types }] of request.calls.entries()) {
      const message = completeCall(call, { gasCap, baseFee: block.baseFee, chainId })
      const tracer = new ParityTracer({ types, isWanted: () => true, reserve: writer.reserve })
      const traced = { message, hash: undefined, index, blockHash: undefined }
      const result = await engine
        .apply(withoutBaseFee(block, message, request), traced, { checks: CALL_CHECKS }, tracer)
        .catch((error: unknown) => {
          throw error instanceof MessageError ? callServerError(error.message) : error
        })
      writer.addReplayed(parityOutput(result), tracer, undefined)
    }
  })
  return writer.bytes()
}
