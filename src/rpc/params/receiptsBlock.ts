import type { Hex } from '../../primitives/hex.ts'
import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'
import { type BlockParameter, blockParameter, blockParameterOf } from './blockParameter.ts'
import { foldedMembers } from './foldedMembers.ts'
import { hash, hashOf } from './hash.ts'
import { describe } from './hexNumber.ts'

/** The block of `eth_getBlockReceipts`: the block parameter, or a hash. */
export type ReceiptsBlock = BlockParameter | BlockByHash

export interface BlockByHash {
  readonly blockHash: Hex
  /** whether it must be on the endpoint's own branch */
  readonly requireCanonical: boolean
}

/**
 * Reads the parameter of `eth_getBlockReceipts` (docs/service.md, Methods): the block parameter, a decimal integer, or what
 * nodes accept, a block hash or an EIP-1898 object.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function receiptsBlock(
  value: unknown,
  index: number,
  errors: DialectErrors = dialectErrors.infura,
): ReceiptsBlock {
  if (typeof value === 'number') return decimalNumber(value, index, errors)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return blockObject(value, index, errors)
  }
  if (typeof value === 'string') {
    if (/^[0-9]+$/.test(value)) return decimalDigits(value, index, errors)
    // No number has as many digits as a hash.
    if (value.length === 66) {
      return { blockHash: hashOf('blockOrHash', value, index, errors), requireCanonical: false }
    }
  }
  return blockParameterOf('blockOrHash', value, index, errors)
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

/** EIP-1898. */
function blockObject(value: object, index: number, errors: DialectErrors): ReceiptsBlock {
  let blockHash: Hex | undefined
  let blockNumber: BlockParameter | undefined
  let requireCanonical = false
  const names = ['blockHash', 'blockNumber', 'requireCanonical'] as const
  const memberErrors = errors.inBlockObject()
  for (const [name, member] of foldedMembers(value, index, names)) {
    if (name === 'blockHash') blockHash = hash(member, index, memberErrors)
    else if (name === 'blockNumber') blockNumber = blockParameter(member, index, memberErrors)
    else if (typeof member === 'boolean') requireCanonical = member
    else throw invalidArgument(index, memberErrors.wrongKind('canonicalFlag', describe(member)))
  }
  if (blockHash !== undefined && blockNumber !== undefined) {
    throw invalidArgument(
      index,
      'cannot specify both BlockHash and BlockNumber, choose one or the other',
    )
  }
  if (blockHash !== undefined) return { blockHash, requireCanonical }
  if (blockNumber !== undefined) return blockNumber
  throw invalidArgument(index, errors.emptyBlockObject)
}
