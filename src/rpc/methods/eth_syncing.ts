import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** Always false (EIP-1474): there are no peers to sync with. */
export const eth_syncing: Method = (params) => {
  decodeArguments(params, [])
  return encodeResult(false)
}
