import type { Hex } from '../../primitives/hex.ts'
import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'
import { respellQuantity } from './spellings.ts'

/**
 * Reads the text of a storage key. geth checks what it says only after it has found the block: see `decodeStorageKey`.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function readStorageKey(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): string {
  if (typeof value === 'string') return value
  throw invalidArgument(index, errors.wrongKind('storageKey', describe(value)))
}

/**
 * Reads a storage key as geth does: up to 32 bytes in hex, with or without 0x, and with an odd number of digits, too.
 *
 * @returns DATA, 32 bytes
 * @throws {RequestError} INVALID_PARAMS
 */
export function decodeStorageKey(text: string): Hex {
  const digits = digitsOf(text)
  const problem = keyProblem(digits)
  if (problem !== undefined) {
    throw new RequestError('INVALID_PARAMS', `${problem}: ${JSON.stringify(text)}`)
  }
  return `0x${digits.toLowerCase().padStart(64, '0')}`
}

/** Whether a storage key has 32 bytes as it is written. */
export function isWholeStorageKey(text: string): boolean {
  // As in geth, an odd number of digits is one too few.
  return digitsOf(text).length >= 63
}

function digitsOf(text: string): string {
  return text.replace(/^0x/i, '')
}

function keyProblem(digits: string): string | undefined {
  if (digits.length > 64) return 'storage key too long (want at most 32 bytes)'
  return /^[0-9a-f]*$/i.test(digits) ? undefined : 'invalid hex in storage key'
}

export const storageKey = {
  name: 'slot',
  summary: 'The number of the slot.',
  schema: {
    description: 'Up to 32 bytes in hex; leading zeros and 0x may be omitted.',
    type: 'string',
    pattern: '^(0[xX])?[0-9a-fA-F]{0,64}$',
  },
  read: readStorageKey,
  respell: respellQuantity,
} as const satisfies Parameter<string>
