import type { Hex } from '../../../primitives/hex.ts'
import { decodeArguments } from '../../params/arguments.ts'
import { hash } from '../../params/hash.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { wholeNumber } from '../params/wholeNumber.ts'
import { position } from '../position.ts'

/**
 * Moves the head forward to a number, or to any block, on whatever branch.
 *
 * 1. a number of at least that of the head, or the hash of a block
 *
 * Result: object with `number` and `hash` of the head.
 */
export const ommer_advanceTo: ControlMethod = async (params, { endpoint, runLong }) => {
  const [block] = decodeArguments(params, [numberOrHash])
  return position(await runLong((pause) => endpoint.advanceTo(block, pause)))
}

function numberOrHash(value: unknown, at: number): number | Hex {
  const isHash = typeof value === 'string' && value.length === 66
  return isHash ? hash(value, at) : wholeNumber(value, at)
}
