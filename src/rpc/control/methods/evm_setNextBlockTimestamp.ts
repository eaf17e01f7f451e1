import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { wholeNumber } from '../params/wholeNumber.ts'

/**
 * Sets when the next block comes.
 *
 * 1. in seconds since 1970, later than the head
 *
 * Result: null.
 */
export const evm_setNextBlockTimestamp: ControlMethod = async (params, { endpoint }) => {
  const [seconds] = decodeArguments(params, [wholeNumber])
  await endpoint.inTurn(() => endpoint.setNextBlockTimestamp(seconds))
}
