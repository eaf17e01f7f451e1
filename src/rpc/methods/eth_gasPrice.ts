import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { pricedBaseFee } from '../fees/pricedBaseFee.ts'
import { suggestedTip } from '../fees/suggestedTip.ts'
import { method } from '../method.ts'
import { ref } from '../schemas/schema.ts'

/**
 * The gas price that the node suggests (EIP-1474), the suggested tip plus a base fee, as `pricedBaseFee` says: QUANTITY, in
 * wei.
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
    const baseFee = pricedBaseFee(context) ?? 0n
    const tip = suggestedTip(context)
    const answer = (value: bigint) => encodeResult(toQuantity(value + baseFee))
    return typeof tip === 'bigint' ? answer(tip) : tip.then(answer)
  },
})
