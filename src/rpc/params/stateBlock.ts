import type { Hex } from '../../primitives/hex.ts'
import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { nullSchema, orNull, type Properties, ref, type Schema } from '../schemas/schema.ts'
import { type FilteredBlocks, invalidArgument, optional, type Parameter } from './arguments.ts'
import { type BlockParameter, blockParameterOf, readBlockParameter } from './blockParameter.ts'
import { foldedMembers } from './foldedMembers.ts'
import { hashOf, readHash } from './hash.ts'
import { describe } from './hexNumber.ts'
import { respellBlock } from './spellings.ts'

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
export function readStateBlock(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
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

export function blocksOfStateBlock(block: StateBlock): FilteredBlocks {
  return typeof block === 'object' ? block : { from: block, to: block }
}

/** EIP-1898. */
function blockObject(value: object, index: number, errors: DialectErrors): StateBlock {
  let blockHash: Hex | undefined
  let blockNumber: BlockParameter | undefined
  let requireCanonical = false
  const names = ['blockHash', 'blockNumber', 'requireCanonical'] as const
  const memberErrors = errors.inBlockObject()
  for (const [name, member] of foldedMembers(value, index, names)) {
    if (name === 'blockHash') blockHash = readHash(member, index, memberErrors)
    else if (name === 'blockNumber') blockNumber = readBlockParameter(member, index, memberErrors)
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

/** EIP-1898. A member that is null counts as omitted, and the names of members are taken in any case. */
function blockObjectSchema(member: string, properties: Properties): Schema {
  const requireCanonical = orNull({ type: 'boolean' })
  return {
    type: 'object',
    required: [member],
    properties: { ...properties, requireCanonical },
    additionalProperties: false,
  }
}

/** The ways to name a block. */
export const blockOrHashSchemas: readonly Schema[] = [
  ref('BlockParameter'),
  ref('HashParameter'),
  blockObjectSchema('blockHash', { blockHash: ref('HashParameter'), blockNumber: nullSchema }),
  blockObjectSchema('blockNumber', { blockNumber: ref('BlockParameter'), blockHash: nullSchema }),
]

export const stateBlockSchema: Schema = {
  description: 'A block by tag, number in hex or hash, or an EIP-1898 object.',
  oneOf: blockOrHashSchemas,
}

/** The block of a method about it. */
export const requiredStateBlock: Parameter<StateBlock> = {
  name: 'block',
  summary: 'Which block.',
  schema: ref('StateBlock'),
  read: readStateBlock,
  respell: respellBlock,
  blocksOf: blocksOfStateBlock,
}

/** The block after which a state is read, by default the head. */
export const stateBlock = optional(
  requiredStateBlock,
  'The block after which the state is read; default: latest.',
)

/** The block of a method that runs its transactions again. */
export const tracedBlock: Parameter<StateBlock> = {
  ...requiredStateBlock,
  summary: 'Which block; not `pending`.',
}
