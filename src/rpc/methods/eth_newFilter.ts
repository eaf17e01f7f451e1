import { encodeResult } from '../answer.ts'
import { logsOf } from '../filters/contents.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { logFilter } from '../params/logFilter.ts'

/**
 * Creates a filter of logs for `eth_getFilterChanges` and `eth_getFilterLogs` (EIP-1474). Errors have geth's messages and
 * codes.
 *
 * 1. the filter of `eth_getLogs`, without `blockHash`
 *
 * Result: QUANTITY, the id of the filter.
 */
export const eth_newFilter: Method = (params, context) => {
  const [filter] = readArguments(params, context, [logFilter])
  const { filters, endpoint, client } = context
  return encodeResult(filters.create(endpoint, client, logsOf(filter, 0)))
}
