import { drawDepth } from '../drawDepth.ts'
import { drawWait } from '../drawWait.ts'
import { after, type EventKind } from '../event.ts'

export const rollback: EventKind = {
  summary: 'the head goes back, and later forward',
  weight: 2,
  draw(situation) {
    const { random } = situation
    const depth = Math.min(drawDepth(situation), 5)
    const count = random.between(1, depth + 2)
    return [
      ...drawWait(situation),
      { rollback: depth },
      ...drawWait(after(situation, { rollback: depth })),
      { mine: count },
    ]
  },
}
