import { drawWait } from '../drawWait.ts'
import { after, type EventKind } from '../event.ts'

export const finality: EventKind = {
  summary: 'safe and finalized stall, and jump when they go on',
  weight: 1,
  draw(situation) {
    const { random, profile, finalized } = situation
    if (!profile.asksForFinality) return undefined
    const count = random.between(2, 8)
    return [
      ...drawWait(situation),
      { setFinality: 'stalled' },
      { mine: count },
      ...drawWait(after(situation, { mine: count })),
      { setFinality: { safe: Math.ceil(finalized / 2), finalized } },
    ]
  },
}
