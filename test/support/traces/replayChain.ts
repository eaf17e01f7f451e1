import { chainEnvironment } from '../../../src/chain/calls/chainEnvironment.ts'
import { BlockReplay } from '../../../src/chain/calls/replay/blockReplay.ts'
import { replayedBlock } from '../../../src/chain/calls/replay/replayedBlock.ts'
import { type TraceEngine, withTraceEngine } from '../../../src/chain/calls/replay/traceEngine.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'

/** Starts the replay of a block of a chain. */
export async function replayBlock<Result>(
  { rules, states, tree }: Chain,
  block: SealedBlock,
  use: (replay: BlockReplay, engine: TraceEngine) => Promise<Result>,
): Promise<Result> {
  const parent = tree.byHash(block.parentHash) as SealedBlock
  const [state, codes] = await Promise.all([states.after(parent), states.codes()])
  const environment = chainEnvironment({ rules, block: parent, state, codes, tree })
  return withTraceEngine(environment, async (engine) =>
    use(await BlockReplay.start(engine, replayedBlock(block)), engine),
  )
}
