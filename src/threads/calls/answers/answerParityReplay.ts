import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { ParityTracer } from '../../../chain/calls/parity/parityTracer.ts'
import type { TypesWanted } from '../../../chain/calls/parity/typesWanted.ts'
import type { ReplayedBlock } from '../../../chain/calls/replay/replayedBlock.ts'
import { withReplay } from '../../../chain/calls/replay/withReplay.ts'
import type { AnswerLimit } from './limitedJson.ts'
import { parityOutput } from './parityOutput.ts'
import { ParityWriter } from './parityWriter.ts'

/** Which transactions of a block are run again, and what is written of each. */
export interface ReplayRequest extends AnswerLimit {
  /** the child of the block on whose state the job runs */
  readonly block: ReplayedBlock
  /** index of the only transaction that is wanted; undefined for all */
  readonly index: number | undefined
  readonly types: TypesWanted
}

/**
 * Runs the transactions of a block again, and writes their outcomes in Parity's format.
 *
 * @returns JSON objects, separated by commas
 * @throws {CallError} if they are too large
 */
export async function answerParityReplay(
  environment: CallEnvironment,
  request: ReplayRequest,
): Promise<Uint8Array> {
  const { block, index, types } = request
  const writer = new ParityWriter(request)
  await withReplay(environment, block, index ?? 0, async (replay) => {
    const end = index === undefined ? replay.transactionCount : index + 1
    while (replay.nextIndex < end) {
      const hash = replay.hashOf(replay.nextIndex)
      const tracer = new ParityTracer({ types, isWanted: () => true, reserve: writer.reserve })
      const result = await replay.next(tracer)
      writer.addReplayed(parityOutput(result), tracer, index === undefined ? hash : undefined)
    }
  })
  return writer.bytes()
}
