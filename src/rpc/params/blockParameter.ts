import type { BlockTag } from '../../endpoint/view.ts'
import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'
import { hexDigits } from './hexNumber.ts'

/** A block by its height or by its tag. */
export type BlockParameter = number | BlockTag | 'pending'

const tags: ReadonlySet<unknown> = new Set<BlockParameter>([
  'latest',
  'earliest',
  'pending',
  'safe',
  'finalized',
])

/**
 * The block parameter (EIP-1474): a tag in lower case, or QUANTITY up to 2^63 - 1.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function blockParameter(
  value: unknown,
  position: number,
  errors?: DialectErrors,
): BlockParameter {
  return blockParameterOf('blockNumber', value, position, errors)
}

/** @param type where it stands, as the dialect's words need it */
export function blockParameterOf(
  type: 'blockNumber' | 'blockOrHash',
  value: unknown,
  position: number,
  errors: DialectErrors = dialectErrors.infura,
): BlockParameter {
  if (tags.has(value)) return value as BlockParameter
  const digits = hexDigits(value, position, type, errors)
  if (digits.length === 16 && digits >= '8') {
    throw invalidArgument(position, errors.blockNumberTooHigh(type))
  }
  // Above 2^53 this is not exact, and need not be: no chain is that long.
  return Number.parseInt(digits, 16)
}
