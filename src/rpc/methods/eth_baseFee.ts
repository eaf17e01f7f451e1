import { HeaderFees } from '../../chain/encoding/headerFees.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The base fee of the block after the head (execution-apis): QUANTITY, in wei; null if that is before London. */
export const eth_baseFee: Method = (params, { view: { head, chain, headerSettings } }) => {
  decodeArguments(params, [])
  const fee = headerSettings?.baseFeePerGas ?? new HeaderFees(head, chain.rules).nextBaseFee
  return encodeResult(fee === undefined ? null : toQuantity(fee))
}
