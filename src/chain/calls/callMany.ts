import { applyCall } from './applyCall.ts'
import type { MessageResult } from './applyMessage.ts'
import { applyStateOverrides } from './applyOverrides.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import type { CallManyInput } from './callManyInput.ts'
import { goTo } from './goTo.ts'
import { withOverrides } from './overriddenBlock.ts'
import { withTraceEngine } from './replay/traceEngine.ts'

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
  const { bundles, within, stateOverrides = [] } = input
  await withTraceEngine(environment, async (engine) => {
    const { block: context } = await goTo(engine, within)
    const evm = await engine.evmFor(context)
    const precompiles = new Map(evm.standardPrecompiles)
    await applyStateOverrides(engine, stateOverrides, precompiles)
    for (const [index, { calls, blockOverrides = {} }] of bundles.entries()) {
      const block = withOverrides(context, rules, blockOverrides)
      for (const call of calls) {
        onResult(await applyCall(engine, block, call, input, { precompiles }), index)
      }
    }
  })
}
