import type { BlockTag } from '../../endpoint/view.ts'
import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { ref, type Schema } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { hexDigits } from './hexNumber.ts'
import { respellBlock } from './spellings.ts'

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
export function readBlockParameter(
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
  errors: DialectErrors = errorsOf('infura'),
): BlockParameter {
  if (tags.has(value)) return value as BlockParameter
  const digits = hexDigits(value, index, type, errors)
  if (digits.length === 16 && digits >= '8') {
    throw invalidArgument(index, errors.blockNumberTooHigh(type))
  }
  // Not exact above 2^53, but no chain is that long.
  return Number.parseInt(digits, 16)
}

/** A block number up to 2^63 - 1, in hex. */
export const blockNumberPattern = '^0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,14}|[1-7][0-9a-fA-F]{15})$'

export const blockParameterSchema: Schema = {
  description: 'A tag, or a number in hex without leading zeros.',
  type: 'string',
  anyOf: [
    { enum: ['latest', 'earliest', 'pending', 'safe', 'finalized'] },
    { pattern: blockNumberPattern },
  ],
}

export const blockParameter: Parameter<BlockParameter> = {
  name: 'block',
  summary: 'Which block.',
  schema: ref('BlockParameter'),
  read: readBlockParameter,
  respell: respellBlock,
  blocksOf: (block) => ({ from: block, to: block }),
}
