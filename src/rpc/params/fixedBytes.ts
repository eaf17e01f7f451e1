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
  const refuse = (reason: string) => invalidArgument(index, reason)
  if (typeof value !== 'string') throw refuse(errors.wrongKind(type, describe(value)))
  if (value === '') throw refuse(errors.emptyText(bytes))
  if (!/^0x/i.test(value)) throw refuse(errors.unreadable(type, 'hex string without 0x prefix'))
  const digits = value.length - 2
  if (digits !== 2 * bytes) throw refuse(errors.wrongLength(type, digits, bytes))
  if (!/^0x[0-9a-f]*$/i.test(value)) throw refuse(errors.unreadable(type, 'invalid hex string'))
  return value.toLowerCase() as Hex
}
