import type { CallEnvironment } from '../callEnvironment.ts'
import type { ReplayedBlock } from '../replay/replayedBlock.ts'
import { withReplay } from '../replay/withReplay.ts'
import { createTracer } from './createTracer.ts'
import type { JsonSink } from './jsonSink.ts'
import type { TracerChoice } from './tracerChoice.ts'

/** Which transactions of a block are traced, and how. */
export interface BlockTraceInput {
  /** the block after the environment's */
  readonly block: ReplayedBlock
  /** the only transaction that is traced; undefined for all */
  readonly index: number | undefined
  readonly tracer: TracerChoice
}

/**
 * Runs the transactions of a block again, and writes what a tracer observes (geth, eth/tracers/api.go): the result of one
 * transaction, or those of all with their hashes.
 *
 * @param onTransaction called before each transaction that is traced
 * @throws {CallError} if the results are too large
 */
export async function traceBlock(
  environment: CallEnvironment,
  { block, index, tracer }: BlockTraceInput,
  json: JsonSink,
  onTransaction: () => void,
): Promise<void> {
  await withReplay(environment, block, index ?? 0, async (replay) => {
    const trace = async () => {
      onTransaction()
      const observer = createTracer(tracer, json)
      await replay.next(observer)
      observer.finish()
    }
    if (index !== undefined) return trace()
    json.add('[')
    for (let at = 0; at < replay.transactionCount; at++) {
      json.add(`${at === 0 ? '' : ','}{"txHash":"${replay.hashOf(at)}","result":`)
      await trace()
      json.add('}')
    }
    json.add(']')
  })
}
