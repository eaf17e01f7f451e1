import { optional, type Parameter } from '../params/arguments.ts'
import { type BlockParameter, blockParameter } from '../params/blockParameter.ts'
import { decodeGo, uint64 } from '../params/goJson.ts'
import { requiredStateBlock, type StateBlock } from '../params/stateBlock.ts'
import type { ParameterDescription } from '../schemas/description.ts'
import { arrayOf, closedObject, orNull, ref, type Schema } from '../schemas/schema.ts'

// Otterscan writes numbers as JSON numbers where other clients write hex.

/** Rewrites a JSON number in hex. */
function inHex(value: unknown): unknown {
  return Number.isSafeInteger(value) && (value as number) >= 0
    ? `0x${(value as number).toString(16)}`
    : value
}

function orNumber(schema: ParameterDescription['schema']): Schema {
  const integer: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
  return { oneOf: [integer, schema as Schema] }
}

/** A block by its number or a tag. */
export const otsBlock: Parameter<BlockParameter> = {
  ...blockParameter,
  summary: 'Which block: a tag, or a number.',
  schema: orNumber(blockParameter.schema),
  read: (value, index, errors) => blockParameter.read(inHex(value), index, errors),
}

/** The block after which a state is read. */
export const otsStateBlock = optional<StateBlock>({
  ...requiredStateBlock,
  summary: 'The block after which the state is read; default: latest.',
  schema: orNumber(requiredStateBlock.schema),
  read: (value, index, errors) => requiredStateBlock.read(inHex(value), index, errors),
})

/** A whole number. */
export function otsNumber(name: string, summary: string): Parameter<bigint> {
  return {
    name,
    summary,
    schema: orNumber(uint64.schema),
    read: (value, index) => decodeGo(uint64, inHex(value), index),
  }
}

export const pageSize = otsNumber('pageSize', 'How many transactions a page has.')

const object: Schema = { type: 'object' }

/** Of `ots_getBlockDetails`. */
export const detailsSchema: Schema = orNull(
  closedObject({
    block: object,
    issuance: closedObject({
      blockReward: ref('Quantity'),
      uncleReward: ref('Quantity'),
      issuance: ref('Quantity'),
    }),
    totalFees: ref('Quantity', 'In wei.'),
  }),
)

/** Of a page of a block's transactions. */
export const blockPageSchema: Schema = orNull(
  closedObject({ fullblock: object, receipts: arrayOf(object) }),
)

/** Of a page of an account's transactions. */
export const searchPageSchema: Schema = closedObject({
  txs: arrayOf(object),
  receipts: arrayOf(object),
  firstPage: { type: 'boolean' },
  lastPage: { type: 'boolean' },
})
