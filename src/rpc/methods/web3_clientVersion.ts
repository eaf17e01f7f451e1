import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The name and version of the server (EIP-1474): a string. */
export const web3_clientVersion: Method = (params, { clientVersion }) => {
  decodeArguments(params, [])
  return encodeResult(clientVersion)
}
