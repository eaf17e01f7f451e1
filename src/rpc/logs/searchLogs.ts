import type { Block, Log, SealedBlock } from '../../chain/block.ts'
import { headerBloom } from '../../chain/decode/headerBloom.ts'
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
  { endpoint: { dialect }, answers, logLimits }: MethodContext,
  filter: LogFilter,
  blocks: Iterable<SealedBlock>,
  pause: Pause,
): Promise<FoundLogs> {
  const canHold = bloomTest(filter)
  const logs: string[] = []
  let bytes = 0
  for (const block of blocks) {
    const turn = pause()
    if (turn !== undefined) await turn
    if (!canHold(headerBloom(block))) continue
    const decoded = answers.decode(block)
    for (const [index, log] of wantedLogs(decoded, filter)) {
      const turn = pause()
      if (turn !== undefined) await turn
      if (logs.length === logLimits.resultsMax) return { tooMany: 'results', at: block.number }
      const text = JSON.stringify(dialect.log(decoded, index, log))
      // One byte a character: there is nothing but hex in it.
      bytes += text.length + 1
      if (bytes > logLimits.bytesMax) return { tooMany: 'bytes', at: block.number }
      logs.push(text)
    }
  }
  return { logs }
}

/** Those of a block, each with the place of its transaction. */
function* wantedLogs(
  { receipts }: Block,
  { addresses, topics }: LogFilter,
): Generator<[index: number, log: Log]> {
  for (const [index, receipt] of receipts.entries()) {
    for (const log of receipt.logs) {
      const isWanted =
        (addresses === undefined || addresses.has(log.address)) &&
        topics.length <= log.topics.length &&
        topics.every(
          (wanted, place) => wanted === undefined || wanted.has(log.topics[place] as Hex),
        )
      if (isWanted) yield [index, log]
    }
  }
}
