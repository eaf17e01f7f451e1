import type { SealedBlock } from '../../chain/encoding/block.ts'
import { headerBloom } from '../../chain/encoding/decode/headerBloom.ts'
import type { BlockView, LogView } from '../../endpoint/blockView.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { Pause } from '../longWork.ts'
import type { MethodContext } from '../method.ts'
import type { LogFilter } from '../params/logFilter.ts'
import { bloomTest } from './bloomTest.ts'

/** Logs as JSON texts, in the order in which they came; or, where they are too many, from which block on. */
export type FoundLogs =
  | { readonly logs: readonly string[] }
  | { readonly tooMany: 'results' | 'bytes'; readonly at: number }

/**
 * Finds the logs of some blocks that a filter wants.
 *
 * @param blocks in their order
 */
export async function searchLogs(
  { dialect, answers, logLimits }: MethodContext,
  filter: LogFilter,
  blocks: Iterable<SealedBlock>,
  pause: Pause,
): Promise<FoundLogs> {
  const canHold = bloomTest(filter)
  const logs: string[] = []
  let bytes = 0
  for (const block of blocks) {
    const turn = pause(bytes)
    if (turn !== undefined) await turn
    if (!canHoldLogs(block, canHold)) continue
    for (const log of wantedLogs(answers.view(block, dialect), filter)) {
      const turn = pause(bytes)
      if (turn !== undefined) await turn
      if (logs.length === logLimits.resultsMax) return { tooMany: 'results', at: block.number }
      const text = JSON.stringify(log.write())
      bytes += Buffer.byteLength(text) + 1
      if (bytes > logLimits.bytesMax) return { tooMany: 'bytes', at: block.number }
      logs.push(text)
    }
  }
  return { logs }
}

/** Whether a block can have logs, by a test of blooms. */
export function canHoldLogs(block: SealedBlock, canHold: (bloom: Uint8Array) => boolean): boolean {
  // What somebody else wrote need not be in the bytes.
  return block.recorded !== undefined || canHold(headerBloom(block))
}

/** The logs of one block that a filter wants, in their order. */
export function* wantedLogs(view: BlockView, { addresses, topics }: LogFilter): Generator<LogView> {
  for (const log of view.logs()) {
    const isWanted =
      (addresses === undefined || addresses.has(log.address)) &&
      topics.length <= log.topics.length &&
      topics.every((wanted, place) => wanted === undefined || wanted.has(log.topics[place] as Hex))
    if (isWanted) yield log
  }
}
