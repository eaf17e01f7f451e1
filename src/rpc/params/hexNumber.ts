import { invalidArgument } from './arguments.ts'

/**
 * Checks a QUANTITY: `0x` and hex digits in either case, no leading zeros, at most 64 bits.
 *
 * @returns its digits
 * @throws {RequestError} INVALID_PARAMS, in geth's words
 */
export function hexDigits(value: unknown, position: number): string {
  if (typeof value !== 'string') {
    throw invalidArgument(position, `want a hex string with 0x prefix, have ${describe(value)}`)
  }
  if (!/^0x/i.test(value)) throw invalidArgument(position, 'hex string without 0x prefix')
  const digits = value.slice(2)
  if (digits === '') throw invalidArgument(position, 'hex string "0x"')
  if (!/^[0-9a-f]+$/i.test(digits)) throw invalidArgument(position, 'invalid hex string')
  if (digits.length > 1 && digits.startsWith('0')) {
    throw invalidArgument(position, 'hex number with leading zero digits')
  }
  if (digits.length > 16) throw invalidArgument(position, 'hex number > 64 bits')
  return digits
}

/** What kind of JSON value a client sent. */
export function describe(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
