import { drawDepth } from '../drawDepth.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

export const split: EventKind = {
  summary: 'a replica goes to a branch of its own, and the other node gets ahead of it',
  weight: 2,
  draw(situation) {
    const { random, followers, force } = situation
    if (followers.length === 0) return undefined
    const endpoint = random.pick(followers)
    const depth = drawDepth(situation)
    const more = random.between(0, 1)
    const reorg = { depth, length: depth + more, ...(force && { force }) }
    const count = more + random.between(1, 2)
    const steps = [
      ...drawWait(situation),
      { reorg, endpoint },
      ...drawWait(situation),
      { mine: count },
    ]
    return { steps, moves: count }
  },
}
