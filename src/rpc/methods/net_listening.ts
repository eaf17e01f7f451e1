import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** Whether the node accepts connections of other nodes: true, as geth always answers (EIP-1474). */
export const net_listening: Method = (params) => {
  decodeArguments(params, [])
  return encodeResult(true)
}
