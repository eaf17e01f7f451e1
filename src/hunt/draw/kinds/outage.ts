import type { FaultRule } from '../../../faults/faultRule.ts'
import { drawFailure } from '../drawFaults.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind, Situation } from '../event.ts'

export const outage: EventKind = {
  summary: 'one of several nodes fails until the end, or for some requests of each method',
  weight: 2,
  draw(situation) {
    const { random, node, followers } = situation
    if (followers.length === 0) return undefined
    const endpoint = random.pick([node, ...followers])
    const steps = [...drawWait(situation), { setFaults: drawOutage(situation), endpoint }]
    const count = random.between(1, 2)
    if (endpoint !== node) return [...steps, { mine: count }]
    // Otherwise no node would show the head.
    const lag = { behind: node, blocks: 0 }
    return [...steps, ...followers.map((each) => ({ lag, endpoint: each })), { mine: count }]
  },
}

function drawOutage({ random }: Situation): readonly FaultRule[] {
  const rule = { fault: drawFailure(random) }
  return [random.chance(1, 2) ? rule : { ...rule, times: random.between(2, 12) }]
}
