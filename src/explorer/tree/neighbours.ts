import type { PlacedBlock, TreeLayout } from '../../drawing/treeLayout.ts'

/** A direction that an arrow key names. */
export type Direction = 'left' | 'right' | 'up' | 'down'

/** How far up and down look for a block in another lane, in columns. */
const REACH = 12

/**
 * The block to which an arrow key leads: left to the parent, right to the child in the same lane or else the canonical
 * one, up and down to the nearest block of the next lane.
 */
export function neighbourOf(
  from: PlacedBlock,
  direction: Direction,
  layout: TreeLayout,
): PlacedBlock | undefined {
  switch (direction) {
    case 'left':
      return layout.byHash.get(from.block.parentHash)
    case 'right':
      return childOf(from, layout)
    default:
      return blockInLane(from, direction === 'up' ? -1 : 1, layout)
  }
}

function childOf(from: PlacedBlock, { blocks }: TreeLayout): PlacedBlock | undefined {
  const children = blocks.filter(({ block }) => block.parentHash === from.block.hash)
  return (
    children.find(({ lane }) => lane === from.lane) ??
    children.find(({ lane }) => lane === 0) ??
    children[0]
  )
}

function blockInLane(
  from: PlacedBlock,
  step: 1 | -1,
  { blocks }: TreeLayout,
): PlacedBlock | undefined {
  const distance = ({ block, lane }: PlacedBlock): number =>
    Math.abs(block.number - from.block.number) + Math.abs(lane - from.lane) / 100
  let nearest: PlacedBlock | undefined
  for (const placed of blocks) {
    const isBeyond = (placed.lane - from.lane) * step > 0
    if (!isBeyond || Math.abs(placed.block.number - from.block.number) > REACH) continue
    if (nearest === undefined || distance(placed) < distance(nearest)) nearest = placed
  }
  return nearest
}
