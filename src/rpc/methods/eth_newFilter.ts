import { encodeResult } from '../answer.ts'
import { logsOf } from '../filters/contents.ts'
import { method } from '../method.ts'
import { followedLogFilter } from '../params/logFilter.ts'
import { filterIdResult } from '../schemas/filterId.ts'

/**
 * Creates a filter of logs for `eth_getFilterChanges` and `eth_getFilterLogs` (EIP-1474). Errors have geth's messages and
 * codes.
 */
export const eth_newFilter = method({
  name: 'eth_newFilter',
  set: 'all',
  does: 'createsFilter',
  summary: 'Creates a filter of the logs of future blocks. It ends if it is not polled.',
  params: [followedLogFilter],
  result: filterIdResult,
  gethErrors: ['SERVER_ERROR'],
  run: ([filter], context) => {
    const { endpoint, client } = context
    const { filters } = context.service
    return encodeResult(filters.create(endpoint, client, logsOf(filter, 0)))
  },
})
