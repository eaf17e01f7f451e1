import { invalidArgument } from '../../params/arguments.ts'
import { describe } from '../../params/hexNumber.ts'

/**
 * A whole number as clients of Anvil and Hardhat write it: a JSON number, QUANTITY with or without leading zeros, or
 * decimal digits in a string; up to 2^53 - 1.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function wholeNumber(value: unknown, index: number): number {
  const number = anyNumber(value, index)
  if (!Number.isSafeInteger(number) || number < 0) {
    throw invalidArgument(index, 'want a whole number from 0 to 2^53 - 1')
  }
  return number
}

/**
 * An id, written in the same ways. Any number is accepted, because asking for an id that does not exist is not an
 * error.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function anyNumber(value: unknown, index: number): number {
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw invalidArgument(index, `want a number, have ${describe(value)}`)
  }
  if (typeof value === 'string' && !/^(?:0x[0-9a-f]+|\d+)$/i.test(value)) {
    throw invalidArgument(index, 'want a number, or a string of hex or decimal digits')
  }
  return Number(value)
}
