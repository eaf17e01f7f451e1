import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'
import { indexPosition } from './indexPosition.ts'

/**
 * Reads the address of a trace in its transaction: an array of indexes, each QUANTITY.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function tracePath(value: unknown, index: number): readonly number[] {
  if (!Array.isArray(value)) {
    throw invalidArgument(index, `want an array of hex strings, have ${describe(value)}`)
  }
  return value.map((each) => indexPosition(each, index))
}
