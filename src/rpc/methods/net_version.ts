import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The network id, which equals the chain id: a string of decimal digits (EIP-1474). */
export const net_version: Method = (params, { view }) => {
  decodeArguments(params, [])
  return encodeResult(String(view.chain.chainId))
}
