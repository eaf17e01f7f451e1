import { applyCall, failureOf } from './applyCall.ts'
import { applyStateOverrides } from './applyOverrides.ts'
import { withCallEngine } from './callEngine.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import type { CallMessage } from './message.ts'
import { overriddenContext } from './overriddenBlock.ts'
import type { BlockOverrides, StateOverrides } from './overrides.ts'

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
  const result = await withCallEngine(environment, async (engine) => {
    const evm = await engine.evmFor(block)
    const { stateOverrides = [] } = input
    // Copied only if overrides can change them, because copying them takes a while.
    const precompiles = stateOverrides.length > 0 ? new Map(evm.standardPrecompiles) : undefined
    if (precompiles) await applyStateOverrides(engine, stateOverrides, precompiles)
    return applyCall(engine, block, input.call, input, { precompiles, isLast: true })
  })
  environment.print?.(result.printed)
  const failure = failureOf(result)
  if (failure !== undefined) throw failure
  return result.output
}
