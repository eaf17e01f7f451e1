import { invalidArgument } from '../../params/arguments.ts'
import { describe } from '../../params/hexNumber.ts'

/**
 * A whole number as clients of Anvil and Hardhat write one: a JSON number, QUANTITY with or without leading zeros, or
 * decimal digits in a string; up to 2^53 - 1.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function wholeNumber(value: unknown, position: number): number {
  const number = anyNumber(value, position)
  if (!Number.isSafeInteger(number) || number < 0) {
    throw invalidArgument(position, 'want a whole number from 0 to 2^53 - 1')
  }
  return number
}

/**
 * A number that names something, written likewise: there are no things of numbers that cannot be, and to ask for one is
 * no mistake.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function anyNumber(value: unknown, position: number): number {
  if (typeof value !== 'number' && typeof value !== 'string') {
    throw invalidArgument(position, `want a number, have ${describe(value)}`)
  }
  if (typeof value === 'string' && !/^(?:0x[0-9a-f]+|\d+)$/i.test(value)) {
    throw invalidArgument(position, 'want a number, or a string of hex or decimal digits')
  }
  return Number(value)
}
