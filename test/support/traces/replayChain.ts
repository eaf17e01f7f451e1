import { BlockReplay } from '../../../src/chain/calls/replay/blockReplay.ts'
import { replayedBlock } from '../../../src/chain/calls/replay/replayedBlock.ts'
import { type TraceEngine, withTraceEngine } from '../../../src/chain/calls/replay/traceEngine.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { environmentAfter } from '../callEnvironment.ts'

/** Starts the replay of a block of a chain. */
export async function replayBlock<Result>(
  chain: Chain,
  block: SealedBlock,
  use: (replay: BlockReplay, engine: TraceEngine) => Promise<Result>,
): Promise<Result> {
  const parent = chain.tree.byHash(block.parentHash) as SealedBlock
  const environment = await environmentAfter(chain, parent)
  return withTraceEngine(environment, async (engine) =>
    use(await BlockReplay.start(engine, replayedBlock(block)), engine),
  )
}
