import type { View } from '../endpoint/view.ts'
import { type BlockPosition, positionOf } from '../moves/blockPosition.ts'

/** The head of a view, and its other tags. */
export interface Tags {
  readonly head: BlockPosition
  readonly safe: BlockPosition | null
  readonly finalized: BlockPosition | null
}

/** The tags at this moment. */
export function tagsOf(view: View): Tags {
  const [safe, finalized] = [view.blockByTag('safe'), view.blockByTag('finalized')]
  return {
    head: positionOf(view.head),
    safe: safe === undefined ? null : positionOf(safe),
    finalized: finalized === undefined ? null : positionOf(finalized),
  }
}
