import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The accounts whose keys the node has (EIP-1474): none. */
export const eth_accounts: Method = (params) => {
  decodeArguments(params, [])
  return encodeResult([])
}
