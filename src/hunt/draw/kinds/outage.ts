import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

export const outage: EventKind = {
  summary: 'a replica fails until the end, or for some requests of each method',
  weight: 1,
  draw(situation) {
    const { random, followers } = situation
    if (followers.length === 0) return undefined
    const endpoint = random.pick(followers)
    const rule = { fault: { kind: 'serverError', status: 503 } } as const
    const rules = [random.chance(1, 2) ? rule : { ...rule, times: random.between(2, 6) }]
    const steps = [...drawWait(situation), { setFaults: rules, endpoint }, { mine: 1 }]
    return { steps, moves: 1 }
  },
}
