import type { Answer } from '../answer.ts'
import { returnedTooMuch } from '../blockRange.ts'
import { eventsOf } from '../events/endpointEvents.ts'
import type { Filter } from '../filters/filter.ts'
import { filterNotFound } from '../filters/filterNotFound.ts'
import { readChanges } from '../filters/readChanges.ts'
import { readSent } from '../filters/readSent.ts'
import { otherLimits } from '../logs/logLimits.ts'
import type { SlicePause } from '../longWork.ts'
import { type MethodContext, method } from '../method.ts'
import { filterId } from '../params/rpcId.ts'
import { arrayOf, ref } from '../schemas/schema.ts'

/** What an answer has beside its results. */
const ENVELOPE_BYTES = 100

/**
 * What has happened since the last poll of a filter, or since it was created (EIP-1474). After a reorg these are first the
 * logs of removed blocks, with `removed: true`, then those of the new ones, as subscriptions get them. At most as many
 * logs are returned as `eth_getLogs` may return, and at most as many bytes of transactions; the next poll returns the
 * rest.
 */
export const eth_getFilterChanges = method({
  name: 'eth_getFilterChanges',
  set: 'all',
  does: 'pollsFilter',
  faults: ['log', 'logList', 'severalBlocks'],
  summary:
    'What has happened since the last poll of a filter: logs, removed ones first, hashes of blocks, or transactions that were sent.',
  params: [filterId],
  result: {
    name: 'changes',
    schema: arrayOf({
      anyOf: [ref('Log'), ref('RemovedLog'), ref('Hash'), ref('PendingTransaction')],
    }),
  },
  errors: ['UNKNOWN_FILTER'],
  run: ([id], context) => {
    const { endpoint, client } = context
    const { filters } = context.service
    const filter = filters.poll(endpoint, client, id)
    if (filter === undefined) throw filterNotFound()
    // Inside of the long work: a poll that waits for its turn there waits only for polls that are being answered.
    return context.runLong((pause) => filter.exclusively(() => poll(id, filter, context, pause)))
  },
})

async function poll(
  id: string,
  filter: Filter,
  context: MethodContext,
  pause: SlicePause,
): Promise<Answer> {
  const { endpoint, client, view, isOwnView, dialect } = context
  const { filters, answers, logLimits } = context.service
  if (filters.find(endpoint, client, id) !== filter) throw filterNotFound()
  const { content, position: from } = filter
  const head = view.head.number
  const bytesMax = logLimits.bytesMax - ENVELOPE_BYTES
  const events = eventsOf(endpoint)
  const changes = await readChanges(
    {
      content,
      from,
      end: events.mark(),
      events,
      viewOf: (block) => answers.view(block, dialect),
      // A replica that lags behind reports the newest blocks later.
      isWithheld: ({ block, isRemoved }) =>
        !isOwnView && !isRemoved && block.number > head && endpoint.isCanonical(block),
      resultsMax:
        content.logFilter === undefined ? Number.POSITIVE_INFINITY : otherLimits(context).results,
      bytesMax,
    },
    pause,
  )
  // The filter may have been ended meanwhile, and blocks of its path freed.
  if (filters.find(endpoint, client, id) !== filter) throw filterNotFound()
  const { results, position, tooLarge } = changes
  if (tooLarge !== undefined) {
    throw returnedTooMuch(logLimits.bytesMax, 'bytes', undefined, tooLarge.number)
  }
  if (!view.isComparison) filter.position = position
  const { sent } = content
  if (sent !== undefined) await readSent(sent, context, { results, bytesMax }, pause)
  return results.toAnswer()
}
