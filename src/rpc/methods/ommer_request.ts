import { encodeResultText, nullAnswer } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'
import { entryNumber } from '../params/requestQuery.ts'
import { requireTimeline } from '../requestLog.ts'
import { timelineJson } from '../timelineJson.ts'

/**
 * One entry of those of `ommer_requests`, with all that is kept of its params and its answer.
 *
 * 1. its number
 *
 * Result: the entry, or null if it is not kept any more.
 */
export const ommer_request: Method = (params, context) => {
  const [sequence] = decodeArguments(params, [entryNumber])
  const event = requireTimeline(context).get(sequence)
  return event === undefined ? nullAnswer : encodeResultText(timelineJson(event, true))
}
