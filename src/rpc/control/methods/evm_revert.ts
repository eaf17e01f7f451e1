import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { anyNumber } from '../params/wholeNumber.ts'

/**
 * Goes back to a snapshot.
 *
 * 1. its id
 *
 * Result: boolean, whether there is such a snapshot.
 */
export const evm_revert: ControlMethod = (params, { endpoint }) => {
  const [id] = decodeArguments(params, [anyNumber])
  return endpoint.inTurn(() => endpoint.revert(id))
}
