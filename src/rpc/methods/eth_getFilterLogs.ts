import { filterNotFound } from '../filters/filterNotFound.ts'
import { answerLogs } from '../logs/answerLogs.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { rpcId } from '../params/rpcId.ts'

/**
 * All logs that match a filter of `eth_newFilter`, as `eth_getLogs` returns them for the same filter. As in geth, this is
 * no poll: it neither changes what `eth_getFilterChanges` returns nor prolongs the life of the filter.
 *
 * 1. the id of the filter
 *
 * Result: array of log objects.
 */
export const eth_getFilterLogs: Method = async (params, context) => {
  const [id] = readArguments(params, context, [rpcId])
  const { filters, endpoint, client } = context
  const logFilter = filters.find(endpoint, client, id)?.content.logFilter
  if (logFilter === undefined) throw filterNotFound()
  return answerLogs(logFilter, context)
}
