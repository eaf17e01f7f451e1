import type { Hex } from '../../primitives/hex.ts'
import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { fixedBytesOf } from './fixedBytes.ts'

/**
 * Reads an address: DATA, 20 bytes, digits in either case. As in geth, the checksum of mixed case (EIP-55) is not checked.
 *
 * @returns the address in lower case
 * @throws {RequestError} INVALID_PARAMS
 */
export function address(
  value: unknown,
  index: number,
  errors: DialectErrors = dialectErrors.infura,
): Hex {
  return fixedBytesOf('address', 20, value, index, errors)
}
