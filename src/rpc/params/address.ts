import type { Hex } from '../../primitives/hex.ts'
import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { ref, type Schema } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { fixedBytesOf } from './fixedBytes.ts'

/**
 * Reads an address: DATA, 20 bytes, digits in either case. As in geth, the checksum of mixed case (EIP-55) is not checked.
 *
 * @returns the address in lower case
 * @throws {RequestError} INVALID_PARAMS
 */
export function readAddress(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): Hex {
  return fixedBytesOf('address', 20, value, index, errors)
}

export const addressParameterSchema: Schema = {
  description: '20 bytes in hex, in either case.',
  type: 'string',
  pattern: '^0[xX][0-9a-fA-F]{40}$',
}

export const address: Parameter<Hex> = {
  name: 'address',
  summary: 'The address of an account.',
  schema: ref('AddressParameter'),
  read: readAddress,
}
