import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { suggestedTip } from '../fees/suggestedTip.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'

/** The tip per gas that geth suggests (execution-apis): QUANTITY, in wei. */
export const eth_maxPriorityFeePerGas: Method = (params, context) => {
  decodeArguments(params, [])
  const tip = suggestedTip(context)
  const answer = (value: bigint) => encodeResult(toQuantity(value))
  return typeof tip === 'bigint' ? answer(tip) : tip.then(answer)
}
