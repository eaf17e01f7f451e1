import type { ContentDescriptor } from '../openrpc/description.ts'
import { nullSchema, orNull, type Properties, ref, type Schema } from '../openrpc/schema.ts'

// What `receiptsBlock.ts` accepts, with two exceptions: JSON Schema cannot tell -0 from 0, and the names of members are
// taken in any case.

/** A decimal number up to 2^63 - 1, which is 9223372036854775807; leading zeros are allowed. */
const decimal: Schema = { type: 'string', pattern: `^0*(${upTo('9223372036854775807')})$` }

const integer: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

/** EIP-1898. A member that is null counts as omitted. */
function blockObject(member: string, properties: Properties): Schema {
  const requireCanonical = orNull({ type: 'boolean' })
  return {
    type: 'object',
    required: [member],
    properties: { ...properties, requireCanonical },
    additionalProperties: false,
  }
}

export const receiptsBlock: ContentDescriptor = {
  name: 'block',
  summary:
    'Which block: as elsewhere, or a decimal number, a block hash, or an EIP-1898 object. pending is as latest.',
  schema: {
    oneOf: [
      ref('BlockParameter'),
      integer,
      decimal,
      ref('HashParameter'),
      blockObject('blockHash', { blockHash: ref('HashParameter'), blockNumber: nullSchema }),
      blockObject('blockNumber', { blockNumber: ref('BlockParameter'), blockHash: nullSchema }),
    ],
  },
}

/** A pattern for the decimal numbers from 0 to a limit of several digits. */
function upTo(limit: string): string {
  const fewer = `[0-9]{1,${limit.length - 1}}`
  // Numbers with as many digits: equal to the limit up to one digit, which is lower.
  const below = [...limit].flatMap((digit, index) => {
    const lowest = index === 0 ? 1 : 0
    if (Number(digit) === lowest) return []
    const rest = limit.length - index - 1
    return `${limit.slice(0, index)}[${lowest}-${Number(digit) - 1}][0-9]{${rest}}`
  })
  return [fewer, ...below, limit].join('|')
}
