import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'
import { type StateBlock, stateBlock } from './stateBlock.ts'

/**
 * Reads the parameter of `eth_getBlockReceipts` (docs/service.md, Methods): what nodes accept, a block parameter, a block
 * hash or an EIP-1898 object; or a decimal integer.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function receiptsBlock(
  value: unknown,
  index: number,
  errors: DialectErrors = dialectErrors.infura,
): StateBlock {
  if (typeof value === 'number') return decimalNumber(value, index, errors)
  if (typeof value === 'string' && /^[0-9]+$/.test(value)) {
    return decimalDigits(value, index, errors)
  }
  return stateBlock(value, index, errors)
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
