import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { BlockReplay } from '../../../chain/calls/replay/blockReplay.ts'
import type { ReplayedBlock } from '../../../chain/calls/replay/replayedBlock.ts'
import { withTraceEngine } from '../../../chain/calls/replay/traceEngine.ts'
import { type Hex, toHex } from '../../../primitives/hex.ts'

/**
 * Runs the transactions of a block again.
 *
 * @returns the state root after each of them; undefined if one of them is that of no other node
 */
export async function answerIntermediateRoots(
  environment: CallEnvironment,
  { block }: { readonly block: ReplayedBlock },
): Promise<readonly Hex[] | undefined> {
  return withTraceEngine(environment, async (engine) => {
    const replay = await BlockReplay.start(engine, block)
    const roots: Hex[] = []
    while (replay.nextIndex < replay.transactionCount) {
      await replay.next()
      roots.push(toHex(environment.nextStateRoot(engine.state.changes())))
      if (!environment.hasExactRoot()) return undefined
    }
    return roots
  })
}
