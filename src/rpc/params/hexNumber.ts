import {
  type ArgumentType,
  type DialectErrors,
  errorsOf,
  type HexProblem,
} from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'

/**
 * Checks a QUANTITY: `0x` and hex digits in either case, no leading zeros, at most 64 bits.
 *
 * @param type for the dialect's error message
 * @returns the digits
 * @throws {RequestError} INVALID_PARAMS
 */
export function hexDigits(
  value: unknown,
  index: number,
  type: ArgumentType = 'blockNumber',
  errors: DialectErrors = errorsOf('infura'),
): string {
  if (typeof value !== 'string') {
    throw invalidArgument(index, errors.wrongKind(type, describe(value)))
  }
  const problem = hexNumberProblem(value, type)
  if (problem !== undefined) throw invalidArgument(index, errors.unreadable(type, problem))
  return value.slice(2)
}

function hexNumberProblem(value: string, type: ArgumentType): HexProblem | undefined {
  if (value === '') return 'empty hex string'
  if (!/^0x/i.test(value)) return 'hex string without 0x prefix'
  const digits = value.slice(2)
  if (digits === '') return 'hex string "0x"'
  if (digits.length > 1 && digits.startsWith('0')) return 'hex number with leading zero digits'
  // If length and digits are both wrong, geth reports the length of an index, but the digits of a block number.
  const isTooLong = digits.length > 16
  if (type === 'index' && isTooLong) return 'hex number > 64 bits'
  if (!/^[0-9a-f]+$/i.test(digits.slice(0, 17))) return 'invalid hex string'
  return isTooLong ? 'hex number > 64 bits' : undefined
}

/** The kind of a JSON value. */
export function describe(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
