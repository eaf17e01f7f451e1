import type { Hex } from '../../primitives/hex.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'

/**
 * The hash of a block or of a transaction: DATA, 32 bytes, its digits in either case.
 *
 * @returns it in lower case
 * @throws {RequestError} INVALID_PARAMS
 */
export function hash(value: unknown, position: number): Hex {
  if (typeof value !== 'string') {
    throw invalidArgument(position, `want a hash of 32 bytes in hex, have ${describe(value)}`)
  }
  if (!/^0x/i.test(value)) throw invalidArgument(position, 'hex string without 0x prefix')
  if (value.length !== 66) {
    throw invalidArgument(position, `hex string has length ${value.length - 2}, want 64`)
  }
  if (!/^0x[0-9a-f]{64}$/i.test(value)) throw invalidArgument(position, 'invalid hex string')
  return value.toLowerCase() as Hex
}
