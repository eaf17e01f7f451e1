import type { Hex } from '../../primitives/hex.ts'
import { invalidArgument } from './arguments.ts'
import { type BlockParameter, blockParameter } from './blockParameter.ts'
import { hash } from './hash.ts'

/** A block as `eth_getBlockReceipts` takes it: in one of the usual ways, or by its hash. */
export type ReceiptsBlock = BlockParameter | BlockByHash

export interface BlockByHash {
  readonly blockHash: Hex
  /** only if it is on the endpoint's own branch */
  readonly requireCanonical: boolean
}

/**
 * The parameter of `eth_getBlockReceipts` (docs/service.md, Methods): the block parameter, also a
 * decimal integer, and what nodes take, a block hash or an EIP-1898 object.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function receiptsBlock(value: unknown, position: number): ReceiptsBlock {
  if (typeof value === 'number') return decimalNumber(value, position)
  if (typeof value === 'object') return blockObject(value as Record<string, unknown>, position)
  if (typeof value !== 'string') return blockParameter(value, position)
  if (/^[0-9]+$/.test(value)) return decimalDigits(value, position)
  // A hash has more digits than a number may have, so the length tells them apart.
  return value.length === 66
    ? { blockHash: hash(value, position), requireCanonical: false }
    : blockParameter(value, position)
}

function decimalNumber(value: number, position: number): number {
  if (!Number.isSafeInteger(value) || value < 0 || Object.is(value, -0)) {
    throw invalidArgument(position, 'want a whole number from 0 to 2^53 - 1')
  }
  return value
}

function decimalDigits(value: string, position: number): number {
  const digits = value.replace(/^0+(?=.)/, '')
  const largest = '9223372036854775807'
  if (digits.length > largest.length || (digits.length === largest.length && digits > largest)) {
    throw invalidArgument(position, 'block number larger than int64')
  }
  return Number(digits)
}

/** EIP-1898. As in geth, a member that is null counts as left out. */
function blockObject(value: Record<string, unknown>, position: number): ReceiptsBlock {
  const blockHash = value.blockHash ?? undefined
  const blockNumber = value.blockNumber ?? undefined
  const requireCanonical = value.requireCanonical ?? false
  if (blockHash !== undefined && blockNumber !== undefined) {
    throw invalidArgument(
      position,
      'cannot specify both BlockHash and BlockNumber, choose one or the other',
    )
  }
  if (typeof requireCanonical !== 'boolean') {
    throw invalidArgument(position, 'requireCanonical: want true or false')
  }
  if (blockHash !== undefined) return { blockHash: hash(blockHash, position), requireCanonical }
  if (blockNumber !== undefined) return blockParameter(blockNumber, position)
  throw invalidArgument(position, 'want blockHash or blockNumber')
}
