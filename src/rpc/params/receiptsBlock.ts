import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import type { Schema } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { decimalUpTo } from './decimalUpTo.ts'
import { respellBlock } from './spellings.ts'
import {
  blockOrHashSchemas,
  blocksOfStateBlock,
  readStateBlock,
  type StateBlock,
} from './stateBlock.ts'

/**
 * Reads the parameter of `eth_getBlockReceipts` (docs/methods.md, Blocks): what nodes accept, a block parameter, a block
 * hash or an EIP-1898 object; or a decimal integer.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readReceiptsBlock(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): StateBlock {
  if (typeof value === 'number') return decimalNumber(value, index, errors)
  if (typeof value === 'string' && /^[0-9]+$/.test(value)) {
    return decimalDigits(value, index, errors)
  }
  return readStateBlock(value, index, errors)
}

function decimalNumber(value: number, index: number, errors: DialectErrors): number {
  if (!Number.isSafeInteger(value) || value < 0 || Object.is(value, -0)) {
    throw invalidArgument(index, errors.wrongDecimalNumber)
  }
  return value
}

function decimalDigits(value: string, index: number, errors: DialectErrors): number {
  const digits = value.replace(/^0+(?=.)/, '')
  const largest = '9223372036854775807'
  if (digits.length > largest.length || (digits.length === largest.length && digits > largest)) {
    throw invalidArgument(index, errors.wrongDecimalText)
  }
  return Number(digits)
}

// JSON Schema cannot tell -0 from 0, and does not know that the names of members are taken in any case.

/** A decimal number up to 2^63 - 1, which is 9223372036854775807; leading zeros are allowed. */
const decimal: Schema = { type: 'string', pattern: `^0*(${decimalUpTo('9223372036854775807')})$` }

const integer: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

export const receiptsBlock: Parameter<StateBlock> = {
  name: 'block',
  summary:
    'Which block: as elsewhere, or a decimal number, a block hash, or an EIP-1898 object. pending is as latest.',
  schema: {
    oneOf: [...blockOrHashSchemas, integer, decimal],
  },
  read: readReceiptsBlock,
  respell: respellBlock,
  blocksOf: blocksOfStateBlock,
}
