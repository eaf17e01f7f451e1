import type { Rules } from '../../protocol/rules.ts'
import type { CallEnvironment } from '../callEnvironment.ts'
import { BlockReplay } from './blockReplay.ts'
import type { ReplayedBlock } from './replayedBlock.ts'
import { TraceEngine } from './traceEngine.ts'

/** What is left of a job. */
interface KeptReplay {
  readonly engine: TraceEngine
  readonly replay: BlockReplay
}

/** By the chain; the last job only, because a replay keeps all that its block has changed. */
const kept = new WeakMap<Rules, KeptReplay>()

/**
 * Runs a function with the replay of a block, in which one of its transactions is next. Clients often trace the
 * transactions of a block one by one, so the replay of the last job goes on, or back: otherwise each job would run all
 * transactions before its own again.
 *
 * @param environment the state after the parent of the block
 */
export async function withReplay<Result>(
  environment: CallEnvironment,
  block: ReplayedBlock,
  index: number,
  run: (replay: BlockReplay) => Promise<Result>,
): Promise<Result> {
  const { rules } = environment
  const last = kept.get(rules)
  // Nobody else uses it meanwhile, and it is not used again if the job fails.
  kept.delete(rules)
  const engine = last?.engine ?? new TraceEngine(rules)
  let replay = last?.replay
  if (replay?.blockHash === block.hash) {
    engine.resume(environment)
  } else {
    engine.start(environment)
    replay = await BlockReplay.startReversible(engine, block)
  }
  await replay.goTo(index)
  const result = await run(replay)
  kept.set(rules, { engine, replay })
  return result
}
