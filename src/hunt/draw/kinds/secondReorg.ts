import { drawWait, drawWaitInReorg } from '../drawWait.ts'
import { after, type EventKind } from '../event.ts'
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
    return [
      ...drawWait(situation),
      { reorg: { ...first, ...forced } },
      ...drawWaitInReorg(after(situation, { reorg: first }), first.length),
      { reorg: { ...second, ...forced } },
    ]
  },
}
