import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'
import { drawReorg } from './reorg.ts'

export const restart: EventKind = {
  summary: 'the client crashes or is stopped, and is started again, perhaps on another branch',
  weight: 1,
  draw(situation) {
    const { random, force } = situation
    const how = random.chance(2, 3) ? 'kill' : 'stop'
    const steps = [...drawWait(situation)]
    if (random.chance(1, 2)) return [...steps, { restartClient: how }]
    const { depth, length } = drawReorg(situation)
    const reorg = { depth, length, ...(force && { force }) }
    return [...steps, { reorg }, { restartClient: how }]
  },
}
