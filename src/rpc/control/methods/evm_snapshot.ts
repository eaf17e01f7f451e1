import { toQuantity } from '../../../primitives/hex.ts'
import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'

/**
 * Keeps head, time and finality.
 *
 * Result: QUANTITY, the id that `evm_revert` takes. Other than elsewhere as often as wanted.
 */
export const evm_snapshot: ControlMethod = async (params, { endpoint }) => {
  decodeArguments(params, [])
  return toQuantity(await endpoint.inTurn(() => endpoint.snapshot()))
}
