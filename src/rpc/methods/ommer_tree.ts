import { readTreeBlocks } from '../../endpoint/treeBlocks.ts'
import type { positionOf } from '../../moves/blockPosition.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'
import { treeRange } from '../params/treeRange.ts'
import { doSteps } from '../steps.ts'
import { tagsOf } from '../tags.ts'

/**
 * All blocks of a range of numbers that the endpoint knows: those of its branch, of side branches, and blocks that became
 * uncles; with its head, its tags and the pending block. Numbers are plain JSON numbers.
 *
 * 1. object with `from` and `to`, at most 256 numbers
 */
export const ommer_tree: Method = async (params, context) => {
  const [range] = decodeArguments(params, [treeRange])
  const { view, runLong } = context
  const pending = await view.pendingBlock()
  const tags = tagsOf(view)
  const { blocks, omitted } = await doSteps(readTreeBlocks(view, range), false, runLong)
  return encodeResult({
    ...tags,
    pending: pending === undefined ? null : describePending(pending),
    blocks,
    ...(omitted > 0 && { omitted }),
  })
}

function describePending({ parentHash, number, senders }: Parameters<typeof positionOf>[0]) {
  return { parentHash, number, transactions: senders.length / 20 }
}
