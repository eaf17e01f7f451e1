import { plainNumber, tags } from '../openrpc/blockPosition.ts'
import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, closedObject, orNull, ref, type Schema } from '../openrpc/schema.ts'
import { treeRange } from '../params/treeRange.openrpc.ts'

const hash = ref('Hash')
const flag: Schema = { type: 'boolean' }

const block = closedObject(
  {
    hash,
    number: plainNumber,
    parentHash: hash,
    timestamp: plainNumber,
    miner: ref('Address'),
    transactions: plainNumber,
    gasUsed: plainNumber,
    gasLimit: plainNumber,
    uncles: arrayOf(hash),
    isCanonical: flag,
    isUncle: flag,
    includedBy: orNull(hash),
    branch: orNull({ type: 'string' }),
  },
  { irregular: flag },
)

export const description: MethodDescription = {
  summary:
    'All blocks of a range of numbers, side branches and uncles included, with the head and the tags of the endpoint.',
  params: [treeRange],
  result: {
    name: 'tree',
    schema: closedObject(
      {
        ...tags,
        pending: orNull(
          closedObject({ parentHash: hash, number: plainNumber, transactions: plainNumber }),
        ),
        blocks: arrayOf(block),
      },
      { omitted: plainNumber },
    ),
  },
  errors: [],
}
