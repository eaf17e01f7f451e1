import { CALL_CHECKS } from './appliedMessage.ts'
import { type ApplyOptions, applyMessage, type MessageResult } from './applyMessage.ts'
import type { BlockContext } from './blockContext.ts'
import type { CallInput } from './call.ts'
import { completeCall } from './callDefaults.ts'
import type { CallEngine } from './callEngine.ts'
import { type CallError, callServerError } from './callError.ts'
import type { CallMessage } from './message.ts'
import { MessageError } from './messageError.ts'
import { revertError } from './revertReason.ts'
import { withoutBaseFee } from './withoutBaseFee.ts'

/**
 * Runs a call on the state of an engine, and keeps its changes there.
 *
 * @throws {CallError} if it cannot run, in geth's words
 */
export async function applyCall(
  engine: CallEngine,
  block: BlockContext,
  call: CallMessage,
  input: Pick<CallInput, 'gasCap' | 'allowsCheapCalls'>,
  options: Pick<ApplyOptions, 'precompiles' | 'isLast'>,
): Promise<MessageResult> {
  const { chainId } = engine.environment.rules
  const message = completeCall(call, { gasCap: input.gasCap, baseFee: block.baseFee, chainId })
  const context = withoutBaseFee(block, message, input)
  try {
    return await applyMessage(engine, context, message, { ...options, checks: CALL_CHECKS })
  } catch (error) {
    if (!(error instanceof MessageError)) throw error
    throw callServerError(`err: ${error.message} (supplied gas ${message.gasLimit})`)
  }
}

/** Why a call failed that ran, as geth says it; undefined if it did not fail. */
export function failureOf({ failure, output }: MessageResult): CallError | undefined {
  if (failure === undefined) return undefined
  return failure.kind === 'reverted' ? revertError(output) : callServerError(failure.message)
}
