import type { Hex } from '../../primitives/hex.ts'
import type { ArgumentType, DialectErrors, FixedLength } from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'

/**
 * Reads DATA of a fixed length, digits in either case.
 *
 * @param type for the dialect's error message
 * @returns the bytes in lower case
 * @throws {RequestError} INVALID_PARAMS
 */
export function fixedBytesOf(
  type: ArgumentType,
  bytes: FixedLength,
  value: unknown,
  index: number,
  errors: DialectErrors,
): Hex {
  const isValid = typeof value === 'string' && value.length === 2 + 2 * bytes && data.test(value)
  if (!isValid) throw invalidArgument(index, problemOf(type, bytes, value, errors))
  return value.toLowerCase() as Hex
}

const data = /^0x[0-9a-f]*$/i

function problemOf(
  type: ArgumentType,
  bytes: FixedLength,
  value: unknown,
  errors: DialectErrors,
): string {
  if (typeof value !== 'string') return errors.wrongKind(type, describe(value))
  if (value === '') return errors.emptyText(bytes)
  if (!/^0x/i.test(value)) return errors.unreadable(type, 'hex string without 0x prefix')
  const digits = value.length - 2
  if (digits !== 2 * bytes) return errors.wrongLength(type, digits, bytes)
  return errors.unreadable(type, 'invalid hex string')
}
