import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

export const lag: EventKind = {
  summary: 'a replica falls behind, or catches up',
  weight: 3,
  draw(situation) {
    const { random, node, followers } = situation
    if (followers.length === 0) return undefined
    const count = random.between(1, 2)
    const endpoint = random.pick(followers)
    return [
      ...drawWait(situation),
      { lag: { behind: node, blocks: random.between(0, 4) }, endpoint },
      { mine: count },
    ]
  },
}
