import type { Step } from '../../scenario/step.ts'
import type { Situation } from './event.ts'

/** The most calls that a wait counts. */
const POLLS_MAX = 4
const WORK_MAX = 12

/** A wait for calls that the client makes, mostly for those that read blocks; sometimes none. */
export function drawWait({ random, profile, head, depthMax }: Situation): Step[] {
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
  const most = random.chance(1, 3) ? Math.max(WORK_MAX, depthMax) : WORK_MAX
  const calls = 'block' in which ? 1 + Number(random.chance(1, 4)) : random.between(1, most)
  return [{ waitFor: { method, ...which, calls } }]
}

/**
 * A wait after a reorg, mostly until the client has read a part of the new branch: it follows the hashes from the new head
 * down to a block that it knows.
 *
 * @param depth how many blocks it may read so
 */
export function drawWaitInReorg(situation: Situation, depth: number): Step[] {
  const { random, profile } = situation
  const byHash = profile.work.filter(({ named }) => named === 'hash')
  if (byHash.length === 0 || random.chance(1, 3)) return drawWait(situation)
  const { method, named } = random.pick(byHash)
  const calls = random.pick([1, random.between(1, depth), Math.max(1, depth - 1), depth])
  return [{ waitFor: { method, ...(named !== undefined && { named }), calls } }]
}
