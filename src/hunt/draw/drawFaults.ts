import type { Fault } from '../../faults/fault.ts'
import { FaultError } from '../../faults/faultError.ts'
import type { FaultRule } from '../../faults/faultRule.ts'
import type { Random } from '../../primitives/random.ts'
import { readFaults } from '../../rpc/faults/readFaults.ts'
import type { Step } from '../../scenario/step.ts'
import type { Situation } from './event.ts'
import { isAtReplica } from './profile.ts'

/** How a node fails so that every client sees it, and may ask again: clients have code of their own for each of the three. */
const failures: readonly (readonly ((random: Random) => Fault)[])[] = [
  [
    () => ({ kind: 'rateLimit', style: 'inBody', retryAfterSeconds: 1 }),
    () => ({ kind: 'error', code: -32_000, message: 'header not found' }),
  ],
  [
    () => ({ kind: 'rateLimit', style: 'http429', retryAfterSeconds: 1 }),
    (random) => ({ kind: 'serverError', status: random.pick([500, 502, 503]) }),
  ],
  [
    () => ({ kind: 'reset' }),
    () => ({ kind: 'reset', when: 'midAnswer' }),
    () => ({ kind: 'cutOff' }),
    () => ({ kind: 'malformed' }),
  ],
]

export function drawFailure(random: Random): Fault {
  return random.pick(random.pick(failures))(random)
}

/** Whether a rule can apply: many faults cannot happen to the answers of a method. */
export function canHappen(rule: FaultRule): boolean {
  try {
    readFaults([rule])
    return true
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    return false
  }
}

/** Gives the faults to all nodes, or to one that the client asks for what fails. */
export function setFaults(situation: Situation, rules: readonly FaultRule[]): readonly Step[] {
  const { random, node, followers } = situation
  const endpoints = random.chance(1, 2) ? [node, ...followers] : [drawAsked(situation, rules)]
  return endpoints.map((endpoint) => ({ setFaults: rules, endpoint }))
}

/** The node or a replica, as often as the client asks it. */
function drawAsked({ random, node, followers, profile }: Situation, rules: readonly FaultRule[]) {
  if (followers.length === 0) return node
  const habits = [...profile.work, ...profile.polls].filter(({ method }) => {
    return rules.some(({ methods }) => methods === method)
  })
  const isElsewhere = habits.length > 0 ? isAtReplica(random, habits) : random.chance(1, 2)
  return isElsewhere ? random.pick(followers) : node
}
