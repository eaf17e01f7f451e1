import { CALL_CHECKS } from './appliedMessage.ts'
import { applyMessage } from './applyMessage.ts'
import { applyStateOverrides } from './applyOverrides.ts'
import { completeCall } from './callDefaults.ts'
import { withCallEngine } from './callEngine.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import { callServerError } from './callError.ts'
import type { CallMessage } from './message.ts'
import { MessageError } from './messageError.ts'
import { overriddenContext } from './overriddenBlock.ts'
import type { BlockOverrides, StateOverrides } from './overrides.ts'
import { revertError } from './revertReason.ts'
import { withoutBaseFee } from './withoutBaseFee.ts'

/** A call that is not mined, with its overrides. */
export interface CallInput {
  readonly call: CallMessage
  /** the most gas that it may use; 0 for no limit */
  readonly gasCap: bigint
  /** whether it may offer less than the base fee */
  readonly allowsCheapCalls?: boolean | undefined
  readonly stateOverrides?: StateOverrides | undefined
  readonly blockOverrides?: BlockOverrides | undefined
}

/**
 * Runs a call on the state after a block (geth, internal/ethapi/api.go, DoCall).
 *
 * @returns its output
 * @throws {CallError} if it fails, with the data of a revert
 */
export async function call(environment: CallEnvironment, input: CallInput): Promise<Uint8Array> {
  const block = overriddenContext(environment, input.blockOverrides)
  const { failure, output, printed } = await withCallEngine(environment, async (engine) => {
    const evm = await engine.evmFor(block)
    const { stateOverrides = [] } = input
    // Copied only if overrides can change them, because copying them takes a while.
    const precompiles = stateOverrides.length > 0 ? new Map(evm.standardPrecompiles) : undefined
    if (precompiles) await applyStateOverrides(engine, stateOverrides, precompiles)
    const { chainId } = environment.rules
    const { gasCap } = input
    const message = completeCall(input.call, { gasCap, baseFee: block.baseFee, chainId })
    try {
      return await applyMessage(engine, withoutBaseFee(block, message, input), message, {
        checks: CALL_CHECKS,
        precompiles,
        isLast: true,
      })
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      throw callServerError(`err: ${error.message} (supplied gas ${message.gasLimit})`)
    }
  })
  environment.print?.(printed)
  if (failure === undefined) return output
  throw failure.kind === 'reverted' ? revertError(output) : callServerError(failure.message)
}
