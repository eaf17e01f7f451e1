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
  () => ({ kind: 'rateLimit', style: 'inBody' }),
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

/** How many faults are drawn for a method until one can happen to its answers. */
const ATTEMPTS = 10
/** How often a rule applies to a method: a client that retries succeeds, at once or after several attempts. */
const few = (random: Random) => ({ times: random.between(1, 2) })
const often = () => ({ rate: [1, 3] }) as const

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

/** Many faults cannot happen to the answers of a method, so others are drawn until one can; undefined if none was. */
function drawRule(
  { random, profile, head }: Situation,
  kinds: readonly ((random: Random) => Fault)[],
): FaultRule | undefined {
  const habits = [...profile.work, ...profile.polls]
  if (habits.length === 0) return undefined
  const { method, named } = random.pick(habits)
  const isNear = named !== undefined && random.chance(1, 2)
  const about = isNear ? { named, blocks: { from: Math.max(0, head - 3) } } : {}
  const when = random.pick([few, few, few, often])(random)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const rule = { methods: method, ...about, ...when, fault: random.pick(kinds)(random) }
    if (isValid(rule)) return rule
  }
  return undefined
}

function isValid(rule: FaultRule): boolean {
  try {
    readFaults([rule])
    return true
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    return false
  }
}
