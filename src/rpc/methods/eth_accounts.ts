import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The accounts whose keys the node has (EIP-1474): without `dev` none. */
export const eth_accounts: Method = (params, { keyring }) => {
  decodeArguments(params, [])
  return encodeResult(keyring.addresses)
}
