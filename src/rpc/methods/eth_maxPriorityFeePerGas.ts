import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { suggestedTip } from '../fees/suggestedTip.ts'
import { method } from '../method.ts'
import { ref } from '../schemas/schema.ts'

/** The tip per gas that geth suggests (execution-apis): QUANTITY, in wei. */
export const eth_maxPriorityFeePerGas = method({
  name: 'eth_maxPriorityFeePerGas',
  set: 'all',
  does: 'reads',
  faults: ['gasPrice'],
  summary: 'A tip per gas with which a transaction is likely to be mined soon, in wei.',
  params: [],
  result: { name: 'maxPriorityFeePerGas', schema: ref('Quantity') },
  run: (_, context) => {
    const tip = suggestedTip(context)
    const answer = (value: bigint) => encodeResult(toQuantity(value))
    return typeof tip === 'bigint' ? answer(tip) : tip.then(answer)
  },
})
