import { encodeResult } from '../answer.ts'
import { pendingTransactions } from '../filters/contents.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { detailsFlag } from '../params/detailsFlag.ts'

/**
 * Creates a filter of the transactions that enter the pool from now on, for `eth_getFilterChanges` (EIP-1474). Without
 * `--dev` nothing can be sent, so it never has any.
 *
 * 1. as in geth, whether to return transactions instead of their hashes; false by default
 *
 * Result: QUANTITY, the id of the filter.
 */
export const eth_newPendingTransactionFilter: Method = (params, context) => {
  const [full = false] = readArguments(params, context, [], [detailsFlag])
  const { filters, endpoint, client } = context
  return encodeResult(
    filters.create(endpoint, client, pendingTransactions(endpoint.sending?.log, full)),
  )
}
