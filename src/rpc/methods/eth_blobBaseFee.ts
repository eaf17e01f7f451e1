import { HeaderFees } from '../../chain/encoding/headerFees.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** The blob base fee of the head (execution-apis): QUANTITY, in wei; null before Cancun. */
export const eth_blobBaseFee = method({
  name: 'eth_blobBaseFee',
  set: 'all',
  does: 'reads',
  faults: ['gasPrice'],
  summary: 'The base fee per blob gas of the head, in wei; null before Cancun.',
  params: [],
  result: { name: 'blobBaseFee', schema: orNull(ref('Quantity')) },
  run: (_, { view: { head, chain } }) => {
    const fee = new HeaderFees(head, chain.rules).blobBaseFee
    return encodeResult(fee === undefined ? null : toQuantity(fee))
  },
})
