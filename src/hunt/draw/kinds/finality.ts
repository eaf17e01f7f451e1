import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

export const finality: EventKind = {
  summary: 'safe and finalized stall, and jump when they go on',
  weight: 1,
  draw(situation) {
    const { random, profile, head, finalized } = situation
    if (!profile.asksForFinality) return undefined
    const count = random.between(2, 8)
    const steps = [
      ...drawWait(situation),
      { setFinality: 'stalled' } as const,
      { mine: count },
      ...drawWait({ ...situation, head: head + count }),
      { setFinality: { safe: Math.ceil(finalized / 2), finalized } },
    ]
    return { steps, moves: count }
  },
}
