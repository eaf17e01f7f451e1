import { encodeResult } from '../answer.ts'
import { blockHashes } from '../filters/contents.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'

/**
 * Creates a filter of the blocks that become canonical from now on, for `eth_getFilterChanges` (EIP-1474).
 *
 * Result: QUANTITY, the id of the filter.
 */
export const eth_newBlockFilter: Method = (params, context) => {
  readArguments(params, context, [])
  const { filters, endpoint, client } = context
  return encodeResult(filters.create(endpoint, client, blockHashes))
}
