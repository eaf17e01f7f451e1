import type { Step } from '../../../scenario/step.ts'
import { drawDepth } from '../drawDepth.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind, Situation } from '../event.ts'

export const split: EventKind = {
  summary:
    'a replica goes to a branch of its own, perhaps with newer blocks, and the other node gets ahead of it, perhaps without all data of its new blocks',
  weight: 3,
  draw(situation) {
    const { random, followers, force, finalized } = situation
    if (followers.length === 0) return undefined
    const endpoint = random.pick(followers)
    const depth = drawDepth(situation)
    if (depth > 1 && random.chance(1, 4)) return drawLater(situation, endpoint, depth)
    const longer = depth + random.between(0, 1)
    // A longer one would make blocks final that the other node has not.
    const length = force ? longer : Math.min(longer, finalized)
    const reorg = { depth, length, ...(force && { force }) }
    const count = Math.max(0, length - depth) + random.between(1, 2)
    return [
      ...drawWait(situation),
      { reorg, endpoint },
      ...drawWait(situation),
      ...(random.chance(1, 3) ? withoutData(situation, endpoint) : []),
      { mine: count },
    ]
  },
}

/** After missed slots, the branch of the replica is lower than the other, but its head is newer. */
function drawLater(situation: Situation, endpoint: string, depth: number): readonly Step[] {
  const { random, force } = situation
  const length = depth - random.between(1, depth - 1)
  return [
    ...drawWait(situation),
    { reorg: { depth, length, ...(force && { force }) }, endpoint },
    { increaseTime: random.between(60, 3600), endpoint },
    { mine: 1, endpoint },
    ...drawWait(situation),
    { mine: random.between(1, 2) },
  ]
}

/** Then only the replica has them, which must not forget them. */
function withoutData({ random, profile, head, node }: Situation, replica: string): Step[] {
  const habits = profile.work.filter(({ named }) => named !== undefined)
  if (habits.length === 0) return []
  const { method, named } = random.pick(habits)
  // By that name only: polls of the head by the same method must show it.
  const about = { methods: method, ...(named && { named }), blocks: { from: head + 1 } }
  const rule = { ...about, fault: { kind: 'null' as const } }
  return [
    { setFaults: [rule], endpoint: node },
    { setFaults: [], endpoint: replica },
  ]
}
