import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

export const mine: EventKind = {
  summary: 'new blocks',
  weight: 3,
  draw(situation) {
    const count = situation.random.between(1, 3)
    return [...drawWait(situation), { mine: count }]
  },
}
