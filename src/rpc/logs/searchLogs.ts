import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { BlockView, LogView } from '../../endpoint/blockView.ts'
import type { Hex } from '../../primitives/hex.ts'
import { JsonList } from '../jsonList.ts'
import type { SlicePause } from '../longWork.ts'
import type { MethodContext } from '../method.ts'
import type { LogFilter } from '../params/logFilter.ts'

/** Logs in order; or, where there are too many, the number of the block in which the limit is exceeded. */
export type FoundLogs =
  | { readonly logs: JsonList }
  | { readonly tooMany: 'results' | 'bytes'; readonly at: number }

/**
 * Finds the logs that match a filter.
 *
 * @param blocks to search, in order; undefined is skipped
 */
export async function searchLogs(
  { dialect, view, service: { answers } }: MethodContext,
  filter: LogFilter,
  blocks: Iterable<SealedBlock | undefined>,
  { resultsMax, bytesMax }: { readonly resultsMax: number; readonly bytesMax: number },
  pause: SlicePause,
): Promise<FoundLogs> {
  const { logsFrom = 0 } = view
  const logs = new JsonList()
  for (const block of blocks) {
    const paused = pause(logs.bytes)
    if (paused !== undefined) await paused
    if (block === undefined || block.number < logsFrom) continue
    for (const log of matchingLogs(answers.view(block, dialect), filter)) {
      const paused = pause(logs.bytes)
      if (paused !== undefined) await paused
      if (logs.length === resultsMax) return { tooMany: 'results', at: block.number }
      const text = JSON.stringify(log.write())
      if (!logs.add(text, bytesMax)) return { tooMany: 'bytes', at: block.number }
    }
  }
  return { logs }
}

/** The logs of one block that match a filter, in order. */
export function* matchingLogs(
  view: BlockView,
  { addresses, topics }: LogFilter,
): Generator<LogView> {
  for (const log of view.logs()) {
    const isMatch =
      (addresses === undefined || addresses.has(log.address)) &&
      topics.length <= log.topics.length &&
      topics.every((wanted, index) => wanted === undefined || wanted.has(log.topics[index] as Hex))
    if (isMatch) yield log
  }
}
