import type { Step } from '../../scenario/step.ts'
import type { Situation } from './event.ts'
import { type Habit, isAtReplica, pickHabit } from './profile.ts'

/** The most calls that a wait counts. */
const POLLS_MAX = 4
const WORK_MAX = 12

/**
 * A wait for calls that the client makes, mostly for those that read blocks; sometimes none. A client reads what is new, so
 * a wait for more than that would only be skipped.
 */
export function drawWait(situation: Situation): Step[] {
  const { random, profile, head, fresh, depthMax } = situation
  const { polls, work } = profile
  if (random.chance(1, 8)) return []
  const hasWork = work.length > 0 && fresh > 0
  if (!hasWork || (polls.length > 0 && random.chance(1, 3))) {
    if (polls.length === 0) return []
    // After the first poll the client knows of what is new, and has not read it.
    const isFirst = fresh > 0 && random.chance(1, 2)
    return [waitForPolls(pickHabit(random, polls), isFirst ? 1 : random.between(1, POLLS_MAX))]
  }
  const habit = pickHabit(random, work)
  const { method, named } = habit
  // A block near the head is read after a move, an early one while the client begins.
  const below = random.below(random.chance(3, 4) ? Math.min(fresh, 4) : fresh)
  const block = Math.max(0, head - below)
  const which = named === undefined ? {} : { named, ...(random.chance(1, 2) && { block }) }
  const most = random.chance(1, 3) ? Math.max(WORK_MAX, depthMax) : WORK_MAX
  const calls =
    'block' in which ? 1 + Number(random.chance(1, 8)) : random.between(1, Math.min(most, fresh))
  return [{ waitFor: { method, ...which, calls }, ...drawNode(situation, habit) }]
}

/** So many polls after a move, a client has read all that is new. */
const POLLS_UNTIL_READ = 12

/** A wait until the client has read everything; undefined if it does not poll. */
export function allRead({ random, profile: { polls } }: Situation): Step | undefined {
  if (polls.length === 0) return undefined
  return waitForPolls(pickHabit(random, polls), POLLS_UNTIL_READ)
}

/** A wait until the client has looked for news several times, whether or not it got further; undefined if it does not poll. */
export function drawPolls({ random, profile: { polls } }: Situation): Step | undefined {
  if (polls.length === 0) return undefined
  return waitForPolls(pickHabit(random, polls), random.between(POLLS_MAX, POLLS_UNTIL_READ))
}

/** What the client asks for by number, by the same method, does not count. */
function waitForPolls({ method, named }: Habit, calls: number): Step {
  return { waitFor: { method, ...(named !== undefined && { named }), calls } }
}

/** A client that asks several nodes itself may make some calls to one of them only. */
function drawNode({ random, followers }: Situation, habit: Habit): { endpoint?: string } {
  const isElsewhere = followers.length > 0 && isAtReplica(random, [habit])
  return isElsewhere ? { endpoint: random.pick(followers) } : {}
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
  // What it rarely does otherwise is how it finds its way.
  const habit = random.pick(byHash)
  const { method, named } = habit
  const calls = random.pick([1, random.between(1, depth), Math.max(1, depth - 1), depth])
  const waitFor = { method, ...(named !== undefined && { named }), calls }
  return [{ waitFor, ...drawNode(situation, habit) }]
}
