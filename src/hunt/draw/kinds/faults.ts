import type { Fault } from '../../../faults/fault.ts'
import { FaultError } from '../../../faults/faultError.ts'
import type { FaultRule } from '../../../faults/faultRule.ts'
import type { Random } from '../../../primitives/random.ts'
import { readFaults } from '../../../rpc/faults/readFaults.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind, Situation } from '../event.ts'

/** Faults that a client can see in the answer itself: it fails, it is not JSON, or it is not there. */
const failures: readonly ((random: Random) => Fault)[] = [
  () => ({ kind: 'null' }),
  () => ({ kind: 'rateLimit', retryAfterSeconds: 1 }),
  (random) => ({ kind: 'serverError', status: random.pick([500, 502, 503]) }),
  () => ({ kind: 'reset' }),
  () => ({ kind: 'reset', when: 'midAnswer' }),
  () => ({ kind: 'cutOff' }),
  () => ({ kind: 'malformed' }),
  () => ({ kind: 'error', code: -32_000, message: 'header not found' }),
  (random) => ({ kind: 'latency', milliseconds: random.between(20, 200) }),
]

/** How many rules are set at a time. */
const RULES_MAX = 2
/** How often a rule applies to a method at most: a client that retries succeeds, or gives up and tries again later. */
const TIMES_MAX = 2
const MANY_TIMES = 6

export const faults: EventKind = {
  summary: 'some requests fail, are cut off or take long',
  weight: 3,
  draw: (situation) => drawFaults(situation, failures),
}

/** Rules for methods that the client uses, some of them for blocks near the head only. */
export function drawFaults(
  situation: Situation,
  kinds: readonly ((random: Random) => Fault)[],
): ReturnType<EventKind['draw']> {
  const { random } = situation
  const rules = Array.from({ length: random.between(1, RULES_MAX) }, () =>
    drawRule(situation, kinds),
  ).filter((rule) => rule !== undefined)
  if (rules.length === 0) return undefined
  return { steps: [...drawWait(situation), { setFaults: rules }, { mine: 1 }], moves: 1 }
}

/** @returns undefined if what was drawn cannot happen to the answers of the method that was drawn */
function drawRule(
  { random, profile, head }: Situation,
  kinds: readonly ((random: Random) => Fault)[],
): FaultRule | undefined {
  const habits = [...profile.work, ...profile.polls]
  if (habits.length === 0) return undefined
  const { method, named } = random.pick(habits)
  const isNear = named !== undefined && random.chance(1, 2)
  const rule: FaultRule = {
    methods: method,
    ...(isNear && { named, blocks: { from: Math.max(0, head - 3) } }),
    times: random.chance(3, 4) ? random.between(1, TIMES_MAX) : MANY_TIMES,
    fault: random.pick(kinds)(random),
  }
  try {
    readFaults([rule])
    return rule
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    return undefined
  }
}
