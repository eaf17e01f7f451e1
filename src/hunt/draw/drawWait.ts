import type { Step } from '../../scenario/step.ts'
import type { Situation } from './event.ts'

/** The most calls that a wait counts. */
const POLLS_MAX = 4
const WORK_MAX = 12

/** A wait for calls that the client makes, mostly for those that read blocks; sometimes none. */
export function drawWait({ random, profile, head }: Situation): Step[] {
  const { polls, work } = profile
  if (random.chance(1, 8)) return []
  if (work.length === 0 || (polls.length > 0 && random.chance(1, 4))) {
    if (polls.length === 0) return []
    const { method } = random.pick(polls)
    return [{ waitFor: { method, calls: random.between(1, POLLS_MAX) } }]
  }
  const { method, named } = random.pick(work)
  // A block near the head is read after a move, an early one while the client begins.
  const isNear = random.chance(3, 4)
  const block = isNear ? Math.max(0, head - random.below(4)) : random.between(0, head)
  const which = named === undefined ? {} : { named, ...(random.chance(1, 2) && { block }) }
  const calls = 'block' in which ? 1 + Number(random.chance(1, 4)) : random.between(1, WORK_MAX)
  return [{ waitFor: { method, ...which, calls } }]
}
