import type { FaultRule } from '../../../faults/faultRule.ts'
import type { Random } from '../../../primitives/random.ts'
import { canHappen, drawFailure, setFaults } from '../drawFaults.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind, Situation } from '../event.ts'

/** How many rules are set at a time. */
const RULES_MAX = 2

/** A client that asks again gets its answer at the latest then. */
const CALLS_PER_ANSWER_MAX = 4

/** How often a rule applies to a method: a client that asks again succeeds at once, after several attempts, or later. */
const few = (random: Random) => ({ times: random.between(1, 2) })
const some = (random: Random) => ({ times: random.between(3, 12) })
const often = () => ({ rate: [1, 3] }) as const

export const faults: EventKind = {
  summary: 'some requests fail, are cut off or take long, or most of them do',
  weight: 5,
  draw(situation) {
    const { random } = situation
    const rules = random.chance(1, 3) ? drawMost(situation) : drawSome(situation)
    if (rules.length === 0) return undefined
    return [...drawWait(situation), ...setFaults(situation, rules), { mine: random.between(1, 2) }]
  },
}

/** All but one of several calls in a row fail, of one method or of each, until the end. */
function drawMost({ random, profile }: Situation): readonly FaultRule[] {
  const methods = [...profile.work, ...profile.polls].map(({ method }) => method)
  const named = random.chance(1, 3) && methods.length > 0 ? { methods: random.pick(methods) } : {}
  const fault = drawFailure(random)
  const every = random.between(2, CALLS_PER_ANSWER_MAX)
  return Array.from({ length: every - 1 }, (_, index) => {
    return { ...named, calls: { from: index + 1, every }, fault }
  })
}

/** Rules for methods that the client uses, some of them for blocks near the head only. */
function drawSome(situation: Situation): readonly FaultRule[] {
  const rules = Array.from({ length: situation.random.between(1, RULES_MAX) }, () =>
    drawRule(situation),
  )
  return rules.filter((rule) => rule !== undefined && canHappen(rule)) as FaultRule[]
}

function drawRule({ random, profile, head }: Situation): FaultRule | undefined {
  const habits = [...profile.work, ...profile.polls]
  if (habits.length === 0) return undefined
  const { method, named } = random.pick(habits)
  const isNear = named !== undefined && random.chance(1, 2)
  const about = isNear ? { named, blocks: { from: Math.max(0, head - 3) } } : {}
  const when = random.pick([few, few, some, often])(random)
  return { methods: method, ...about, ...when, fault: drawFault(random) }
}

/** Faults that a client can see in the answer itself: it fails, it is not there, or it is late. */
function drawFault(random: Random): FaultRule['fault'] {
  if (random.chance(1, 8)) return { kind: 'null' }
  if (random.chance(1, 8)) return { kind: 'latency', milliseconds: random.between(20, 200) }
  return drawFailure(random)
}
