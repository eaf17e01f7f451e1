import { drawDepth } from '../drawDepth.ts'
import { allRead } from '../drawWait.ts'
import type { EventKind } from '../event.ts'

export const rival: EventKind = {
  summary: 'a replica goes to a branch of the same height, after the client has read everything',
  weight: 2,
  isBeyond: true,
  isLast: true,
  draw(situation) {
    const { random, profile, followers } = situation
    const wait = allRead(situation)
    // One that does not ask each node itself cannot tell the branches apart.
    if (wait === undefined || followers.length === 0 || !profile.asksNodes) return undefined
    const depth = drawDepth(situation)
    return [wait, { reorg: { depth, length: depth }, endpoint: random.pick(followers) }]
  },
}
