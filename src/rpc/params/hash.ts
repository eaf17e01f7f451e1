import type { Hex } from '../../primitives/hex.ts'
import { type ArgumentType, type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'

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
  const reason = hashProblem(type, value, errors)
  if (reason !== undefined) throw invalidArgument(index, reason)
  return (value as string).toLowerCase() as Hex
}

function hashProblem(
  type: ArgumentType,
  value: unknown,
  errors: DialectErrors,
): string | undefined {
  if (typeof value !== 'string') return errors.wrongKind(type, describe(value))
  if (value === '') return errors.emptyHash
  if (!/^0x/i.test(value)) return errors.unreadable(type, 'hex string without 0x prefix')
  if (value.length !== 66) return errors.wrongHashLength(type, value.length - 2)
  if (!/^0x[0-9a-f]{64}$/i.test(value)) return errors.unreadable(type, 'invalid hex string')
  return undefined
}
