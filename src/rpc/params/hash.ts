import type { Hex } from '../../primitives/hex.ts'
import { type ArgumentType, type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { fixedBytesOf } from './fixedBytes.ts'

/**
 * Reads the hash of a block or a transaction: DATA, 32 bytes, digits in either case.
 *
 * @returns the hash in lower case
 * @throws {RequestError} INVALID_PARAMS
 */
export function hash(value: unknown, index: number, errors?: DialectErrors): Hex {
  return hashOf('hash', value, index, errors)
}

/** @param type for the dialect's error message */
export function hashOf(
  type: ArgumentType,
  value: unknown,
  index: number,
  errors: DialectErrors = dialectErrors.infura,
): Hex {
  return fixedBytesOf(type, 32, value, index, errors)
}
