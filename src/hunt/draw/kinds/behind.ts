import { allRead } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

export const behind: EventKind = {
  summary: 'all nodes show an older head until the end, after the client has read everything',
  weight: 2,
  isBeyond: true,
  isLast: true,
  draw(situation) {
    const { random, node, followers, head } = situation
    const wait = allRead(situation)
    if (wait === undefined || head === 0) return undefined
    const setFaults = [
      { fault: { kind: 'staleHead' as const, blocks: random.between(1, Math.min(4, head)) } },
    ]
    return [wait, ...[node, ...followers].map((endpoint) => ({ setFaults, endpoint }))]
  },
}
