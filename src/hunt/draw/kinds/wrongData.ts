import { corruptionNames } from '../../../faults/corrupt/named.ts'
import type { Fault } from '../../../faults/fault.ts'
import type { FaultRule } from '../../../faults/faultRule.ts'
import type { Random } from '../../../primitives/random.ts'
import { canHappen, setFaults } from '../drawFaults.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind, Situation } from '../event.ts'
import type { Profile } from '../profile.ts'

/** How many untrue answers to a method follow each other: each is for another call, so that many are tried at once. */
const RULES_MAX = 16

export const wrongData: EventKind = {
  summary: 'some answers are untrue: of another block or branch, or with parts missing or changed',
  weight: 5,
  draw(situation) {
    const { random, followers } = situation
    if (followers.length > 0 && random.chance(1, 6)) return drawHasty(situation)
    const rules = drawUntrue(situation)
    if (rules.length === 0) return undefined
    return [...drawWait(situation), ...setFaults(situation, rules), { mine: random.between(1, 3) }]
  },
}

/** Untrue answers to one method, in any order. */
function drawUntrue({ random, profile }: Situation): readonly FaultRule[] {
  const habits = [...profile.work, ...profile.polls]
  if (habits.length === 0) return []
  const { method } = random.pick(habits)
  const rules: FaultRule[] = []
  const left = untrueAnswers(random, method, profile)
  const count = random.between(1, RULES_MAX)
  while (rules.length < count && left.length > 0) {
    const [fault] = left.splice(random.below(left.length), 1) as [Fault]
    // By its number: one that changes nothing must not keep others from it.
    const rule = { methods: method, calls: rules.length + 1, fault }
    if (canHappen(rule)) rules.push(rule)
  }
  return rules
}

/** What only a client sees which verifies what it is told: one field of its answers is another one, or missing, or more. */
function untrueAnswers(random: Random, method: string, profile: Profile): Fault[] {
  const fields = profile.fields.get(method) ?? []
  return [
    ...fields.map((field) => ({
      kind: 'corrupt' as const,
      field,
      ...(random.chance(1, 6) && { remove: true as const }),
    })),
    ...corruptionNames.map((what) => ({ kind: 'corrupt' as const, what })),
    { kind: 'emptyLogs' },
    { kind: 'truncatedLogs', count: random.between(1, 3) },
    { kind: 'staleHead', blocks: random.between(1, 4) },
    { kind: 'previousBlock' },
    { kind: 'otherBranchReceipts' },
    { kind: 'wrongId' },
    { kind: 'missingId' },
  ]
}

/** A replica takes blocks as final on a branch of its own, which it then leaves. */
function drawHasty(situation: Situation): ReturnType<EventKind['draw']> {
  const { random, profile, followers, node, finalized } = situation
  if (!profile.asksForFinality || profile.polls.length === 0) return undefined
  const endpoint = random.pick(followers)
  const distance = random.between(1, 3)
  const depth = random.between(1, 3)
  const length = depth + random.between(1, 3)
  const { method } = random.pick(profile.polls)
  return [
    ...drawWait(situation),
    { reorg: { depth, length }, endpoint },
    { setFinality: { safe: 1, finalized: distance }, endpoint },
    { waitFor: { method, calls: random.between(2, 6) }, endpoint },
    { mine: length - depth + random.between(0, 2) },
    { lag: { behind: node, blocks: 0 }, endpoint },
    { setFinality: { safe: Math.ceil(finalized / 2), finalized }, endpoint },
  ]
}
