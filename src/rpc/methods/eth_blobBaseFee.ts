import { HeaderFees } from '../../chain/encoding/headerFees.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The blob base fee of the head (execution-apis): QUANTITY, in wei; null before Cancun. */
export const eth_blobBaseFee: Method = (params, { view: { head, chain } }) => {
  decodeArguments(params, [])
  const fee = new HeaderFees(head, chain.rules).blobBaseFee
  return encodeResult(fee === undefined ? null : toQuantity(fee))
}
