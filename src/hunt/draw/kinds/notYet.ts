import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

/** A client that gives up after some attempts has to try again later. */
const TIMES_MAX = 8

export const notYet: EventKind = {
  summary:
    'a node has new blocks, but answers null for a while when asked for them or their receipts',
  weight: 2,
  draw(situation) {
    const { random, profile, head } = situation
    const habits = profile.work.filter(({ named }) => named !== undefined)
    if (habits.length === 0) return undefined
    const { method } = random.pick(habits)
    const rule = {
      methods: method,
      blocks: { from: head },
      times: random.between(1, TIMES_MAX),
      fault: { kind: 'null' },
    } as const
    const count = random.between(1, 3)
    return { steps: [...drawWait(situation), { setFaults: [rule] }, { mine: count }], moves: count }
  },
}
