import type { SealedBlock } from '../chain/encoding/block.ts'
import { returnedTooMuch } from './blockRange.ts'
import { RequestError } from './errors.ts'
import { otherLimits } from './logs/logLimits.ts'
import type { SlicePause } from './longWork.ts'
import type { MethodContext } from './method.ts'
import type { TraceFilter } from './params/traceFilter.ts'
import { writtenTraces } from './parityTraces.ts'

/**
 * Finds the traces that match a filter. Each block is run by a job of its own, so that others get their turns in between.
 *
 * @param from the number of the first block
 * @returns parts of a list in JSON, separated by commas
 * @throws {RequestError} if there are too many
 */
export async function searchTraces(
  context: MethodContext,
  { addresses, after, count }: Pick<TraceFilter, 'addresses' | 'after' | 'count'>,
  { from, blocks }: { readonly from: number; readonly blocks: Iterable<SealedBlock> },
  pause: SlicePause,
): Promise<(Uint8Array | string)[]> {
  const { bytesMax } = context.service.logLimits
  const { results: resultsMax } = otherLimits(context)
  const parts: (Uint8Array | string)[] = []
  let [skip, found, bytes] = [after, 0, 0]
  for (const block of blocks) {
    if (found >= count) break
    const paused = pause(bytes)
    if (paused !== undefined) await paused
    // One more than there may be shows that there are too many.
    const most = Math.min(count, resultsMax + 1) - found
    const limits = { addresses, skip, count: most, bytesMax: bytesMax - bytes }
    const { json, matched, written } = await writtenTraces(context, block, limits).catch(
      (error: unknown) => {
        const isTooLarge = error instanceof RequestError && error.code === 'ANSWER_TOO_LARGE'
        throw isTooLarge ? returnedTooMuch(bytesMax, 'bytes', from, block.number) : error
      },
    )
    skip -= Math.min(skip, matched)
    found += written
    if (found > resultsMax) throw returnedTooMuch(resultsMax, 'results', from, block.number)
    if (written === 0) continue
    if (parts.length > 0) parts.push(',')
    parts.push(json)
    bytes += json.length + 1
  }
  return parts
}
