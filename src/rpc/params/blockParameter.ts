import type { BlockTag } from '../../endpoint/view.ts'
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
export function blockParameter(value: unknown, position: number): BlockParameter {
  if (tags.has(value)) return value as BlockParameter
  const digits = hexDigits(value, position)
  if (digits.length === 16 && digits >= '8') {
    throw invalidArgument(position, 'block number larger than int64')
  }
  // Above 2^53 this is not exact, and need not be: no chain is that long.
  return Number.parseInt(digits, 16)
}
