import { encodeResult } from '../answer.ts'
import { pendingTransactions } from '../filters/contents.ts'
import { method } from '../method.ts'
import { optional } from '../params/arguments.ts'
import { detailsFlag } from '../params/detailsFlag.ts'
import { filterIdResult } from '../schemas/filterId.ts'

/**
 * Creates a filter of the transactions that enter the pool from now on, for `eth_getFilterChanges` (EIP-1474). Without
 * `--dev` nothing can be sent, so it never has any.
 */
export const eth_newPendingTransactionFilter = method({
  name: 'eth_newPendingTransactionFilter',
  set: 'all',
  does: 'createsFilter',
  summary:
    'Creates a filter of transactions that are sent: without development mode there are none.',
  params: [optional(detailsFlag)],
  result: filterIdResult,
  run: ([full = false], context) => {
    const { endpoint, client } = context
    const { filters } = context.service
    return encodeResult(
      filters.create(endpoint, client, pendingTransactions(endpoint.miner?.log, full)),
    )
  },
})
