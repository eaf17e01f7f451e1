import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { wholeNumber } from '../params/wholeNumber.ts'

/**
 * Moves the head back, as in Anvil.
 *
 * 1. how many blocks; default 1
 *
 * Result: null.
 */
export const anvil_rollback: ControlMethod = async (params, { endpoint }) => {
  const [depth = 1] = decodeArguments(params, [], [wholeNumber])
  await endpoint.inTurn(() => endpoint.rollback(depth))
}
