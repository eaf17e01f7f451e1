import { drawWait, drawWaitInReorg } from '../drawWait.ts'
import type { EventKind } from '../event.ts'
import { drawReorg } from './reorg.ts'

export const thereAndBack: EventKind = {
  summary: 'another branch, also one that ends lower, and the first one again',
  weight: 4,
  draw(situation) {
    const { random, force, snapshot, head, finalized } = situation
    const { depth, length: drawn } = drawReorg(situation)
    // A longer one would make blocks final that the way back removes.
    const length = force ? drawn : Math.min(drawn, finalized)
    const lower = random.chance(1, 2) ? length : Math.max(1, depth - random.between(1, 5))
    const there = { reorg: { depth, length: lower, ...(force && { force }) } }
    const more = random.between(0, 2)
    const steps = [
      ...drawWait(situation),
      { snapshot },
      there,
      ...drawWaitInReorg({ ...situation, head: head - depth + lower }, lower),
      { revert: snapshot },
      ...(more > 0 ? [{ mine: more }] : []),
    ]
    return { steps, moves: more }
  },
}
