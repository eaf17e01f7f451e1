import { setFaults } from '../drawFaults.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

/** A client that gives up after some attempts has to try again later. */
const TIMES_MAX = 12

export const notYet: EventKind = {
  summary:
    'a node has new blocks, but answers null for a while when asked for them or their receipts, for all or one of them',
  weight: 3,
  draw(situation) {
    const { random, profile, head } = situation
    const habits = profile.work.filter(({ named }) => named !== undefined)
    if (habits.length === 0) return undefined
    const { method } = random.pick(habits)
    const count = random.between(1, 4)
    const rule = {
      methods: method,
      blocks: random.chance(1, 2) ? { from: head } : head + random.between(1, count),
      times: random.between(1, TIMES_MAX),
      fault: { kind: 'null' },
    } as const
    return [...drawWait(situation), ...setFaults(situation, [rule]), { mine: count }]
  },
}
