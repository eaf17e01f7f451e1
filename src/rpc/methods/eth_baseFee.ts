import { HeaderFees } from '../../chain/encoding/headerFees.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** The base fee of the block after the head (execution-apis): QUANTITY, in wei; null if that is before London. */
export const eth_baseFee = method({
  name: 'eth_baseFee',
  set: 'all',
  does: 'reads',
  faults: ['gasPrice'],
  summary: 'The base fee per gas of the next block, in wei; null before London.',
  params: [],
  result: { name: 'baseFee', schema: orNull(ref('Quantity')) },
  run: (_, { view: { head, chain, headerSettings } }) => {
    const fee = headerSettings?.baseFeePerGas ?? new HeaderFees(head, chain.rules).nextBaseFee
    return encodeResult(fee === undefined ? null : toQuantity(fee))
  },
})
