import { drawWait, drawWaitInReorg } from '../drawWait.ts'
import type { EventKind } from '../event.ts'
import { drawReorg } from './reorg.ts'

export const secondReorg: EventKind = {
  summary: 'a reorg, and another one while the client still reads the first branch',
  weight: 3,
  draw(situation) {
    const { random, force, depthMax } = situation
    const first = drawReorg(situation)
    const second = {
      depth: random.between(1, Math.min(first.length, depthMax)),
      length: random.between(1, 3),
    }
    const forced = force && { force }
    const after = { ...situation, head: situation.head + first.length - first.depth }
    const steps = [
      ...drawWait(situation),
      { reorg: { ...first, ...forced } },
      ...drawWaitInReorg(after, first.length),
      { reorg: { ...second, ...forced } },
    ]
    return { steps, moves: first.length - first.depth + second.length - second.depth }
  },
}
