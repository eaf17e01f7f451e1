import { transactionCount } from '../../chain/encoding/senders.ts'
import { readTreeBlocks } from '../../endpoint/treeBlocks.ts'
import type { positionOf } from '../../moves/blockPosition.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { treeRange } from '../params/treeRange.ts'
import { blockPosition, plainNumber, tags } from '../schemas/blockPosition.ts'
import { arrayOf, closedObject, orNull, ref, type Schema } from '../schemas/schema.ts'
import { doSteps } from '../steps.ts'
import { tagsOf } from '../tags.ts'

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

/**
 * All blocks of a range of numbers that the endpoint knows: those of its branch, of side branches, and blocks that became
 * uncles; with its head, its tags and the pending block, and the pinned block of a fork. Numbers are plain JSON numbers.
 */
export const ommer_tree = method({
  name: 'ommer_tree',
  set: 'all',
  does: 'reads',
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
      { omitted: plainNumber, pinned: blockPosition },
    ),
  },
  errors: [],
  run: async ([range], context) => {
    const { endpoint, view, runLong } = context
    const pending = await view.pendingBlock()
    const tags = tagsOf(view)
    const { forkedFrom } = endpoint.chain.base
    const { blocks, omitted } = await doSteps(readTreeBlocks(view, range), false, runLong)
    return encodeResult({
      ...tags,
      pending: pending === undefined ? null : describePending(pending),
      blocks,
      ...(omitted > 0 && { omitted }),
      ...(forkedFrom && { pinned: forkedFrom.block }),
    })
  },
})

function describePending(block: Parameters<typeof positionOf>[0]) {
  const { parentHash, number } = block
  return { parentHash, number, transactions: transactionCount(block) }
}
