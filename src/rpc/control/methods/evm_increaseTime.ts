import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { wholeNumber } from '../params/wholeNumber.ts'

/**
 * Has the next block come later than it would.
 *
 * 1. by how many seconds
 *
 * Result: a JSON number, as in Anvil: the seconds of all these calls together.
 */
export const evm_increaseTime: ControlMethod = (params, { endpoint }) => {
  const [seconds] = decodeArguments(params, [wholeNumber])
  return endpoint.inTurn(() => endpoint.increaseTime(seconds))
}
