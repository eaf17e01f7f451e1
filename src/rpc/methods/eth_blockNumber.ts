import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The height of the endpoint's head (EIP-1474): QUANTITY. */
export const eth_blockNumber: Method = (params, { view }) => {
  decodeArguments(params, [])
  return encodeResult(toQuantity(view.head.number))
}
