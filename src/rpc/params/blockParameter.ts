import type { BlockTag } from '../../endpoint/view.ts'
import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'
import { hexDigits } from './hexNumber.ts'

/** A block by height or tag. */
export type BlockParameter = number | BlockTag | 'pending'

const tags: ReadonlySet<unknown> = new Set<BlockParameter>([
  'latest',
  'earliest',
  'pending',
  'safe',
  'finalized',
])

/**
 * Reads the block parameter (EIP-1474): a tag in lower case, or QUANTITY up to 2^63 - 1.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function blockParameter(
  value: unknown,
  index: number,
  errors?: DialectErrors,
): BlockParameter {
  return blockParameterOf('blockNumber', value, index, errors)
}

/** @param type for the dialect's error message */
export function blockParameterOf(
  type: 'blockNumber' | 'blockOrHash',
  value: unknown,
  index: number,
  errors: DialectErrors = dialectErrors.infura,
): BlockParameter {
  if (tags.has(value)) return value as BlockParameter
  const digits = hexDigits(value, index, type, errors)
  if (digits.length === 16 && digits >= '8') {
    throw invalidArgument(index, errors.blockNumberTooHigh(type))
  }
  // Not exact above 2^53, but no chain is that long.
  return Number.parseInt(digits, 16)
}
