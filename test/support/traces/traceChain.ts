import { replayedBlock } from '../../../src/chain/calls/replay/replayedBlock.ts'
import { traceBlock } from '../../../src/chain/calls/tracers/traceBlock.ts'
import type { TracerChoice } from '../../../src/chain/calls/tracers/tracerChoice.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { LimitedJson } from '../../../src/threads/calls/answers/limitedJson.ts'
import { environmentAfter } from '../callEnvironment.ts'

/** The results of tracing all transactions of a block. */
export async function traceOf<Result>(
  chain: Chain,
  block: SealedBlock,
  tracer: TracerChoice,
): Promise<Result[]> {
  const parent = chain.tree.byHash(block.parentHash) as SealedBlock
  const environment = await environmentAfter(chain, parent)
  const json = new LimitedJson({ bytesMax: 1e9 })
  const input = { block: replayedBlock(block), index: undefined, tracer }
  await traceBlock(environment, input, json, () => {})
  const traces = JSON.parse(Buffer.from(json.bytes()).toString()) as { result: Result }[]
  return traces.map(({ result }) => result)
}
