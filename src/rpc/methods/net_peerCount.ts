import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** How many other nodes it is connected to: none (EIP-1474). */
export const net_peerCount: Method = (params) => {
  decodeArguments(params, [])
  return encodeResult('0x0')
}
