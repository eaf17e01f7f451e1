import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The chain id that transactions are signed for (EIP-695): QUANTITY. */
export const eth_chainId: Method = (params, { view }) => {
  decodeArguments(params, [])
  return encodeResult(toQuantity(view.chain.chainId))
}
