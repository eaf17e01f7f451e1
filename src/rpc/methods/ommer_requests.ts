import { encodeResultText } from '../answer.ts'
import { method } from '../method.ts'
import { optional } from '../params/arguments.ts'
import { ENTRIES_DEFAULT, requestQuery } from '../params/requestQuery.ts'
import { requireTimeline } from '../requireTimeline.ts'
import { plainNumber } from '../schemas/blockPosition.ts'
import { arrayOf, closedObject } from '../schemas/schema.ts'
import { timelineEntry } from '../schemas/timelineEntry.ts'
import { timelineJson } from '../timelineJson.ts'

/**
 * What has happened at the endpoint, newest first: requests of clients with their answers, moves, steps of a scenario and
 * faults. Long answers are cut; `ommer_request` returns all that is kept of one.
 */
export const ommer_requests = method({
  name: 'ommer_requests',
  set: 'all',
  does: 'reads',
  summary:
    'What has happened at the endpoint, newest first: requests of clients, moves, steps of a scenario, and faults.',
  params: [optional(requestQuery)],
  result: {
    name: 'requests',
    schema: closedObject({ entries: arrayOf(timelineEntry), dropped: plainNumber }),
  },
  errors: ['OPERATION_REFUSED'],
  run: ([query], context) => {
    const { before = Number.POSITIVE_INFINITY, limit = ENTRIES_DEFAULT, method } = query ?? {}
    const timeline = requireTimeline(context)
    return context.runLong(async (pause) => {
      const entries: string[] = []
      let bytes = 0
      for (let at = Math.min(before - 1, timeline.last); at >= timeline.first; at--) {
        const event = timeline.get(at)
        if (event === undefined || entries.length === limit) break
        const name = event.type === 'request' ? event.kept.call.method : event.method
        if (method !== undefined && name !== method) continue
        const json = timelineJson(event, false)
        bytes += 2 * json.length
        entries.push(json)
        const turn = pause(bytes)
        if (turn !== undefined) await turn
      }
      return encodeResultText(`{"entries":[${entries.join(',')}],"dropped":${timeline.first - 1}}`)
    })
  },
})
