import { drawDepth } from '../drawDepth.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind, Situation } from '../event.ts'

export const reorg: EventKind = {
  summary: 'another branch, mostly one block longer, sometimes of the same length',
  weight: 6,
  draw(situation) {
    const { depth, length } = drawReorg(situation)
    const { force } = situation
    return [...drawWait(situation), { reorg: { depth, length, ...(force && { force }) } }]
  },
}

/** A new branch is mostly longer, as those that networks choose. */
export function drawReorg(situation: Situation): {
  readonly depth: number
  readonly length: number
} {
  const { random } = situation
  const depth = drawDepth(situation)
  const longer = random.chance(2, 3) ? 1 : random.between(0, 3)
  return { depth, length: depth + longer }
}
