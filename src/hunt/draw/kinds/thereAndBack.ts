import type { Step } from '../../../scenario/step.ts'
import { drawUndoneDepth } from '../drawDepth.ts'
import { drawWait, drawWaitInReorg } from '../drawWait.ts'
import { after, type EventKind, type Situation } from '../event.ts'

export const thereAndBack: EventKind = {
  summary: 'another branch, and the first one again',
  weight: 3,
  draw(situation) {
    const { random, force, finalized } = situation
    const depth = drawUndoneDepth(situation)
    const length = depth + random.pick([0, 1, 1, 2])
    // A longer one would make blocks final that the way back removes.
    return drawWayBack(situation, depth, force ? length : Math.min(length, finalized))
  },
}

/** Another branch, and after a while the first one again. */
export function drawWayBack(situation: Situation, depth: number, length: number): readonly Step[] {
  const { random, force, snapshot } = situation
  const more = random.between(0, 2)
  const there = { reorg: { depth, length, ...(force && { force }) } }
  return [
    ...drawWait(situation),
    { snapshot },
    there,
    ...drawWaitInReorg(after(situation, there), length),
    { revert: snapshot },
    ...(more > 0 ? [{ mine: more }] : []),
  ]
}
