import { HeaderFees } from '../../chain/encoding/headerFees.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { ifReadable } from '../fees/readable.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The base fee of the block after the head (execution-apis): QUANTITY, in wei; null if that is before London. */
export const eth_baseFee: Method = (params, { view: { head, chain, headerSettings } }) => {
  decodeArguments(params, [])
  const computed = ifReadable(head, (block) => new HeaderFees(block, chain.rules).nextBaseFee)
  const fee = headerSettings?.baseFeePerGas ?? computed
  return encodeResult(fee === undefined ? null : toQuantity(fee))
}
