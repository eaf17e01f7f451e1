import { isObject } from '../../primitives/input.ts'
import { orNull, ref } from '../schemas/schema.ts'
import { invalidArgument, optional, type Parameter } from './arguments.ts'
import { foldedMembers } from './foldedMembers.ts'
import { describe } from './hexNumber.ts'
import { readIndexPosition } from './indexPosition.ts'
import { respellBlock } from './spellings.ts'
import { blocksOfStateBlock, readStateBlock, type StateBlock } from './stateBlock.ts'

/** The state on which calls run. */
export interface StateContext {
  /** default: the head */
  readonly block: StateBlock | undefined
  /** how many transactions of the block have run; undefined for all, with everything that ends the block */
  readonly transactionIndex: number | undefined
}

/** How reth and Erigon write "after all transactions". */
const ALL = -1

const required: Parameter<StateContext> = {
  name: 'stateContext',
  summary:
    'The block, and the transaction before which the calls run; default: latest, and after all transactions (-1).',
  schema: {
    type: 'object',
    properties: {
      blockNumber: orNull(ref('StateBlock')),
      transactionIndex: orNull({
        oneOf: [
          { type: 'integer', minimum: ALL, maximum: Number.MAX_SAFE_INTEGER },
          ref('IndexParameter'),
        ],
      }),
    },
    additionalProperties: false,
  },
  read(value, index, errors) {
    let block: StateBlock | undefined
    let transactionIndex: number | undefined
    const names = ['blockNumber', 'transactionIndex'] as const
    for (const [name, member] of foldedMembers(requireObject(value, index), index, names)) {
      if (name === 'blockNumber') block = readStateBlock(member, index, errors)
      else transactionIndex = readPosition(member, index)
    }
    return { block, transactionIndex }
  },
  respell(value) {
    if (!isObject(value) || !('blockNumber' in value)) return value
    return { ...value, blockNumber: respellBlock(value.blockNumber) }
  },
  blocksOf: ({ block = 'latest' }) => blocksOfStateBlock(block),
}

/** The block and the position in it at which calls run. */
export const stateContext = optional(required)

function requireObject(value: unknown, index: number): object {
  if (isObject(value)) return value
  throw invalidArgument(index, `want an object, have ${describe(value)}`)
}

function readPosition(value: unknown, index: number): number | undefined {
  if (value === ALL) return undefined
  if (typeof value === 'string') return readIndexPosition(value, index)
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number
  const given = typeof value === 'number' ? value : describe(value)
  throw invalidArgument(index, `want ${ALL} or an index as transactionIndex, have ${given}`)
}
