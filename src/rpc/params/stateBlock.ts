import type { Hex } from '../../primitives/hex.ts'
import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'
import { type BlockParameter, blockParameter, blockParameterOf } from './blockParameter.ts'
import { foldedMembers } from './foldedMembers.ts'
import { hash, hashOf } from './hash.ts'
import { describe } from './hexNumber.ts'

/** A block by number, tag or hash: the block after which a state is read. */
export type StateBlock = BlockParameter | BlockByHash

export interface BlockByHash {
  readonly blockHash: Hex
  /** whether it must be on the endpoint's own branch */
  readonly requireCanonical: boolean
}

/**
 * Reads the block of a method about state: the block parameter, a block hash, or an object with either (EIP-1898).
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function stateBlock(
  value: unknown,
  index: number,
  errors: DialectErrors = dialectErrors.infura,
): StateBlock {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return blockObject(value, index, errors)
  }
  // No number has as many digits as a hash.
  if (typeof value === 'string' && value.length === 66) {
    return { blockHash: hashOf('blockOrHash', value, index, errors), requireCanonical: false }
  }
  return blockParameterOf('blockOrHash', value, index, errors)
}

/** EIP-1898. */
function blockObject(value: object, index: number, errors: DialectErrors): StateBlock {
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
