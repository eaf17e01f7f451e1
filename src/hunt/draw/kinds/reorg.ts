import { drawDepth } from '../drawDepth.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind, Situation } from '../event.ts'

export const reorg: EventKind = {
  summary: 'another branch, mostly one block longer',
  weight: 6,
  draw(situation) {
    const { depth, length } = drawReorg(situation)
    const { force } = situation
    const step = { reorg: { depth, length, ...(force && { force }) } }
    return { steps: [...drawWait(situation), step], moves: length - depth }
  },
}

/** A new branch is mostly longer, as those that networks choose; a node that changes its mind may choose a shorter one. */
export function drawReorg(situation: Situation): {
  readonly depth: number
  readonly length: number
} {
  const { random } = situation
  const depth = drawDepth(situation)
  const longer = random.chance(3, 4) ? 1 : random.between(-1, 3)
  return { depth, length: Math.max(1, depth + longer) }
}
