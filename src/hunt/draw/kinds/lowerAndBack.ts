import { drawUndoneDepth } from '../drawDepth.ts'
import type { EventKind } from '../event.ts'
import { drawWayBack } from './thereAndBack.ts'

export const lowerAndBack: EventKind = {
  summary: 'another branch that ends lower, and the first one again',
  weight: 2,
  draw(situation) {
    const { random, undoneMax } = situation
    if (undoneMax < 2) return undefined
    const depth = Math.max(2, drawUndoneDepth(situation))
    return drawWayBack(situation, depth, Math.max(1, depth - random.between(1, 5)))
  },
}
