import { encodeResultText, nullAnswer } from '../answer.ts'
import { method } from '../method.ts'
import { entryNumber } from '../params/requestQuery.ts'
import { printedTexts } from '../printedTexts.ts'
import { requireTimeline } from '../requireTimeline.ts'
import { orNull } from '../schemas/schema.ts'
import { timelineEntry } from '../schemas/timelineEntry.ts'
import { timelineJson } from '../timelineJson.ts'

/** One entry of those of `ommer_requests`, with all that is kept of its params and its answer. */
export const ommer_request = method({
  name: 'ommer_request',
  set: 'all',
  does: 'reads',
  summary: 'One entry of those of ommer_requests, with all that is kept of its answer.',
  params: [entryNumber],
  result: { name: 'entry', schema: orNull(timelineEntry) },
  errors: ['OPERATION_REFUSED'],
  run: ([sequence], context) => {
    const event = requireTimeline(context).get(sequence)
    if (event === undefined) return nullAnswer
    const printed = event.type === 'request' ? event.printed : undefined
    if (printed === undefined) return encodeResultText(timelineJson(event, true))
    return printedTexts(printed).then((texts) => encodeResultText(timelineJson(event, true, texts)))
  },
})
