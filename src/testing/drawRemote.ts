import type { TreePicture } from '../drawing/treeSvg.ts'
import {
  type DrawOptions,
  drawnRange,
  resolveDrawOptions,
  titleOf,
} from '../endpoint/drawing/drawOptions.ts'

/** Calls a method of the control address. */
type Call = (method: 'ommer_tree', range: NumberRange) => Promise<TreePicture>

interface NumberRange {
  readonly from: number
  readonly to: number
}

/** How far above the head blocks are looked for that a reorg or a rollback has removed. */
const REMOVED_MAX = 64

/**
 * Draws an endpoint of a server in another process.
 *
 * @returns an SVG file
 * @throws {DrawOptionsError} if an option is invalid
 */
export async function drawRemote(head: number, options: DrawOptions, call: Call): Promise<string> {
  const resolved = resolveDrawOptions(options)
  const { blocks } = await call('ommer_tree', { from: head, to: head + REMOVED_MAX })
  const highest = blocks.reduce((most, { number }) => Math.max(most, number), head)
  const range = drawnRange(resolved, highest)
  const picture = await call('ommer_tree', range)
  const { drawTree } = await import('../drawing/treeSvg.ts')
  const pending = resolved.to === undefined ? picture.pending : undefined
  return drawTree({ ...picture, pending }, titleOf(resolved, range))
}
