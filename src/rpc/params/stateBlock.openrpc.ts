import type { ContentDescriptor } from '../openrpc/description.ts'
import { nullSchema, orNull, type Properties, ref, type Schema } from '../openrpc/schema.ts'

/** EIP-1898. A member that is null counts as omitted, and the names of members are taken in any case. */
function blockObject(member: string, properties: Properties): Schema {
  const requireCanonical = orNull({ type: 'boolean' })
  return {
    type: 'object',
    required: [member],
    properties: { ...properties, requireCanonical },
    additionalProperties: false,
  }
}

/** The ways to name a block that `stateBlock.ts` accepts. */
export const blockOrHashSchemas: readonly Schema[] = [
  ref('BlockParameter'),
  ref('HashParameter'),
  blockObject('blockHash', { blockHash: ref('HashParameter'), blockNumber: nullSchema }),
  blockObject('blockNumber', { blockNumber: ref('BlockParameter'), blockHash: nullSchema }),
]

/** What `stateBlock.ts` accepts. */
export const stateBlockSchema: Schema = {
  description: 'A block by tag, number in hex or hash, or an EIP-1898 object.',
  oneOf: blockOrHashSchemas,
}

/** An argument that must be given. */
export const requiredStateBlock: ContentDescriptor = {
  name: 'block',
  summary: 'Which block.',
  schema: ref('StateBlock'),
}

/** An argument that may be omitted or null, which is `latest`. */
export const stateBlock: ContentDescriptor = {
  name: 'block',
  summary: 'The block after which the state is read; default: latest.',
  required: false,
  schema: orNull(ref('StateBlock')),
}

/** The block of a method that runs its transactions again. */
export const tracedBlock: ContentDescriptor = {
  name: 'block',
  summary: 'Which block; not `pending`.',
  schema: ref('StateBlock'),
}
