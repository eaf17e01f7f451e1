import { drawDepth } from '../drawDepth.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

export const shorterReorg: EventKind = {
  summary: 'another branch that ends lower, as after missed slots',
  weight: 2,
  draw(situation) {
    const { random, force, depthMax } = situation
    if (depthMax < 2) return undefined
    const depth = Math.max(2, drawDepth(situation))
    const length = Math.max(1, depth - random.between(1, 3))
    return [...drawWait(situation), { reorg: { depth, length, ...(force && { force }) } }]
  },
}
