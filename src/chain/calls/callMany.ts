import { CALL_CHECKS } from './appliedMessage.ts'
import { applyMessage, type MessageResult } from './applyMessage.ts'
import { applyStateOverrides } from './applyOverrides.ts'
import { completeCall } from './callDefaults.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import { callServerError } from './callError.ts'
import { type CallPosition, goTo } from './callPosition.ts'
import type { CallMessage } from './message.ts'
import { MessageError } from './messageError.ts'
import { withOverrides } from './overriddenBlock.ts'
import type { BlockOverrides, StateOverrides } from './overrides.ts'
import { withTraceEngine } from './replay/traceEngine.ts'
import { withoutBaseFee } from './withoutBaseFee.ts'

/** Calls that run in the same block. */
interface CallBundle {
  readonly calls: readonly CallMessage[]
  readonly blockOverrides: BlockOverrides | undefined
}

export interface CallManyInput {
  readonly bundles: readonly CallBundle[]
  /** undefined if the calls run after the environment's block */
  readonly within: CallPosition | undefined
  /** in force before the first call */
  readonly stateOverrides: StateOverrides | undefined
  /** the most gas that each call may use; 0 for no limit */
  readonly gasCap: bigint
  /** whether calls may offer less than the base fee */
  readonly allowsCheapCalls: boolean | undefined
}

/**
 * Runs calls, each on the state that the one before has left.
 *
 * @param onResult takes the outcome of each call with the index of its bundle
 * @throws {CallError} if one cannot run
 */
export async function callMany(
  environment: CallEnvironment,
  input: CallManyInput,
  onResult: (result: MessageResult, bundle: number) => void,
): Promise<void> {
  const { rules } = environment
  const { bundles, within, stateOverrides = [], gasCap } = input
  await withTraceEngine(environment, async (engine) => {
    const { block: context } = await goTo(engine, within)
    const evm = await engine.evmFor(context)
    const precompiles = new Map(evm.standardPrecompiles)
    await applyStateOverrides(engine, stateOverrides, precompiles)
    for (const [index, { calls, blockOverrides = {} }] of bundles.entries()) {
      const block = withOverrides(context, rules, blockOverrides)
      for (const call of calls) {
        const { chainId } = rules
        const message = completeCall(call, { gasCap, baseFee: block.baseFee, chainId })
        const options = { checks: CALL_CHECKS, precompiles }
        try {
          const cheap = withoutBaseFee(block, message, input)
          onResult(await applyMessage(engine, cheap, message, options), index)
        } catch (error) {
          if (!(error instanceof MessageError)) throw error
          throw callServerError(`err: ${error.message} (supplied gas ${message.gasLimit})`)
        }
      }
    }
  })
}
