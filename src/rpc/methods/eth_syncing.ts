import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** Always false (EIP-1474): there is nobody to sync from. */
export const eth_syncing: Method = (params) => {
  decodeArguments(params, [])
  return encodeResult(false)
}
