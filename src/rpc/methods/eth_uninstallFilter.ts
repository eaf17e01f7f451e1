import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { rpcId } from '../params/rpcId.ts'

/**
 * Ends a filter (EIP-1474).
 *
 * 1. the id of the filter
 *
 * Result: whether it existed.
 */
export const eth_uninstallFilter: Method = (params, context) => {
  const [id] = readArguments(params, context, [rpcId])
  const { filters, endpoint, client } = context
  return encodeResult(filters.remove(endpoint, client, id))
}
