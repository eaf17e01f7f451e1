import { setFaults } from '../drawFaults.ts'
import { drawPolls, drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

export const withheld: EventKind = {
  summary:
    'nodes have new blocks, but answer null when asked for them, until the client has looked for news several times',
  weight: 3,
  draw(situation) {
    const { random, profile, head } = situation
    const wait = drawPolls(situation)
    const habits = profile.work.filter(({ named }) => named !== undefined)
    if (wait === undefined || habits.length === 0) return undefined
    const { method, named } = random.pick(habits)
    // By that name only: polls of the head by the same method must show it.
    const about = { methods: method, ...(named && { named }), blocks: { from: head + 1 } }
    const rule = { ...about, fault: { kind: 'null' } } as const
    const faults = setFaults(situation, [rule])
    return [
      ...drawWait(situation),
      ...faults,
      { mine: random.between(1, 3) },
      wait,
      ...faults.map((step) => ({ ...step, setFaults: [] })),
    ]
  },
}
