import { drawTree, type TreePicture } from '../../drawing/treeSvg.ts'
import { readTreeBlocks } from '../treeBlocks.ts'
import type { View } from '../view.ts'
import { type DrawOptions, drawnRange, resolveDrawOptions, titleOf } from './drawOptions.ts'

/**
 * Draws blocks as a view knows them, at once.
 *
 * @returns an SVG file
 * @throws {DrawOptionsError} if an option is invalid
 */
export function drawView(view: View, options: DrawOptions): string {
  const resolved = resolveDrawOptions(options)
  const range = drawnRange(resolved, highestOf(view))
  const reading = readTreeBlocks(view, range)
  let step = reading.next()
  while (!step.done) step = reading.next()
  const [safe, finalized] = [view.blockByTag('safe'), view.blockByTag('finalized')]
  const { head } = view
  const pending = resolved.to === undefined ? pendingOf(view) : undefined
  const picture = { blocks: step.value.blocks, head, safe, finalized, pending }
  return drawTree(picture, titleOf(resolved, range))
}

/** The block that would be mined next; undefined for a recorded chain, which may have none. */
function pendingOf({ head, chain: { children } }: View): TreePicture['pending'] {
  if (children.isReadOnly) return undefined
  return { parentHash: head.hash, number: head.number + 1 }
}

/** The number of the highest block of any branch: a reorg or a rollback may have removed it. */
function highestOf({ head, chain: { tree } }: View): number {
  let highest = Math.max(head.number, tree.head.number)
  while (tree.blocksAt(highest + 1).length > 0) highest++
  return highest
}
