import { drawDepth } from '../drawDepth.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

export const rollback: EventKind = {
  summary: 'the head goes back, and later forward',
  weight: 2,
  draw(situation) {
    const { random, head } = situation
    const depth = Math.min(drawDepth(situation), 5)
    const count = random.between(1, depth + 2)
    const steps = [
      ...drawWait(situation),
      { rollback: depth },
      ...drawWait({ ...situation, head: head - depth }),
      { mine: count },
    ]
    return { steps, moves: count - depth }
  },
}
