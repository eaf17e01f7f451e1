import { isAtLeast } from '../../protocol/forks.ts'
import type { TouchedName } from '../../state/touchedName.ts'
import type { CallEnvironment } from '../callEnvironment.ts'
import { collectRequests } from '../simulate/systemCalls.ts'
import { BlockReplay } from './blockReplay.ts'
import type { ReplayedBlock } from './replayedBlock.ts'
import { withTraceEngine } from './traceEngine.ts'

/**
 * Runs a block again to learn the addresses and slots that it accesses: the tries have only their hashes. Recipients of
 * withdrawals and rewards are not among them, because the block names them.
 */
export function touchedNames(
  environment: CallEnvironment,
  { block }: { readonly block: ReplayedBlock },
): Promise<readonly TouchedName[]> {
  return withTraceEngine(environment, async (engine) => {
    const replay = await BlockReplay.start(engine, block)
    await replay.skipTo(replay.transactionCount)
    const { context } = replay
    if (isAtLeast(context.fork, 'prague')) {
      const { standardPrecompiles } = await engine.evmFor(context)
      const precompiles = new Map(standardPrecompiles)
      // Deposits are logs, which change no state.
      await collectRequests({ engine, context, precompiles, tracer: {} }, [])
    }
    return engine.state.touched()
  })
}
