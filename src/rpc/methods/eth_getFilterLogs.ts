import { filterNotFound } from '../filters/filterNotFound.ts'
import { answerLogs } from '../logs/answerLogs.ts'
import { method } from '../method.ts'
import { filterId } from '../params/rpcId.ts'
import { arrayOf, ref } from '../schemas/schema.ts'

/**
 * All logs that match a filter of `eth_newFilter`, as `eth_getLogs` returns them for the same filter. As in geth, this is
 * no poll: it neither changes what `eth_getFilterChanges` returns nor prolongs the life of the filter.
 */
export const eth_getFilterLogs = method({
  name: 'eth_getFilterLogs',
  set: 'all',
  does: 'reads',
  faults: ['log', 'logList', 'severalBlocks'],
  summary: 'All logs that match a filter of logs, as eth_getLogs returns them.',
  params: [filterId],
  result: { name: 'logs', schema: arrayOf(ref('Log')) },
  errors: ['UNKNOWN_FILTER'],
  gethErrors: ['SERVER_ERROR'],
  run: async ([id], context) => {
    const { endpoint, client } = context
    const { filters } = context.service
    const logFilter = filters.find(endpoint, client, id)?.content.logFilter
    if (logFilter === undefined) throw filterNotFound()
    return answerLogs(logFilter, context)
  },
})
