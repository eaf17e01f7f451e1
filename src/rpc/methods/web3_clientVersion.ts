import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** What answers, and in which version (EIP-1474): text. */
export const web3_clientVersion: Method = (params, { clientVersion }) => {
  decodeArguments(params, [])
  return encodeResult(clientVersion)
}
