import type { ContentDescriptor } from '../openrpc/description.ts'
import type { Schema } from '../openrpc/schema.ts'
import { decimalUpTo } from './decimalUpTo.ts'
import { blockOrHashSchemas } from './stateBlock.openrpc.ts'

// What `receiptsBlock.ts` accepts, with two exceptions: JSON Schema cannot tell -0 from 0, and the names of members are
// taken in any case.

/** A decimal number up to 2^63 - 1, which is 9223372036854775807; leading zeros are allowed. */
const decimal: Schema = { type: 'string', pattern: `^0*(${decimalUpTo('9223372036854775807')})$` }

const integer: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

export const receiptsBlock: ContentDescriptor = {
  name: 'block',
  summary:
    'Which block: as elsewhere, or a decimal number, a block hash, or an EIP-1898 object. pending is as latest.',
  schema: {
    oneOf: [...blockOrHashSchemas, integer, decimal],
  },
}
