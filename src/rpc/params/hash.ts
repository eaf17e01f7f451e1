import type { Hex } from '../../primitives/hex.ts'
import { type ArgumentType, type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { ref, type Schema } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { fixedBytesOf } from './fixedBytes.ts'

/**
 * Reads the hash of a block or a transaction: DATA, 32 bytes, digits in either case.
 *
 * @returns the hash in lower case
 * @throws {RequestError} INVALID_PARAMS
 */
export function readHash(value: unknown, index: number, errors?: DialectErrors): Hex {
  return hashOf('hash', value, index, errors)
}

/** @param type for the dialect's error message */
export function hashOf(
  type: ArgumentType,
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): Hex {
  return fixedBytesOf(type, 32, value, index, errors)
}

export const hashParameterSchema: Schema = {
  description: '32 bytes in hex, in either case.',
  type: 'string',
  pattern: '^0[xX][0-9a-fA-F]{64}$',
}

export const blockHash: Parameter<Hex> = {
  name: 'blockHash',
  summary: 'The hash of a block of any branch.',
  schema: ref('HashParameter'),
  read: readHash,
  blocksOf: (blockHash) => ({ blockHash }),
}

export const transactionHash: Parameter<Hex> = {
  name: 'transactionHash',
  summary: 'The hash of a transaction.',
  schema: ref('HashParameter'),
  read: readHash,
  blocksOf: (transactionHash) => ({ transactionHash }),
}

export const versionedHash: Parameter<Hex> = {
  name: 'versionedHash',
  summary: 'The hash of a blob, which begins with 0x01.',
  schema: ref('HashParameter'),
  read: readHash,
}
