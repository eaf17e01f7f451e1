import { feeHeaderOf } from '../../chain/encoding/recordedFees.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { suggestedTip } from '../fees/suggestedTip.ts'
import { method } from '../method.ts'
import { ref } from '../schemas/schema.ts'

/**
 * The gas price that geth suggests (EIP-1474), the suggested tip plus the base fee of the head, or of the next block if
 * that is set by hand: QUANTITY, in wei.
 */
export const eth_gasPrice = method({
  name: 'eth_gasPrice',
  set: 'all',
  does: 'reads',
  faults: ['gasPrice'],
  summary: 'A gas price with which a transaction is likely to be mined soon, in wei.',
  params: [],
  result: { name: 'gasPrice', schema: ref('Quantity') },
  run: (_, context) => {
    const { head, headerSettings } = context.view
    const baseFee = headerSettings?.baseFeePerGas ?? feeHeaderOf(head).baseFeePerGas ?? 0n
    const tip = suggestedTip(context)
    const answer = (value: bigint) => encodeResult(toQuantity(value + baseFee))
    return typeof tip === 'bigint' ? answer(tip) : tip.then(answer)
  },
})
