import { corruptionNames } from '../../../faults/corrupt/named.ts'
import type { Fault } from '../../../faults/fault.ts'
import type { Random } from '../../../primitives/random.ts'
import { drawUntrue } from '../drawUntrue.ts'
import { drawWait } from '../drawWait.ts'
import type { EventKind, Situation } from '../event.ts'

export const wrongData: EventKind = {
  summary: 'some answers are of another block or branch, or incomplete',
  weight: 5,
  isBeyond: true,
  draw(situation) {
    const { random, followers, profile } = situation
    if (followers.length > 0 && random.chance(1, 6)) return drawHasty(situation)
    const habits = [...profile.work, ...profile.polls]
    if (habits.length === 0) return undefined
    return drawUntrue(situation, random.pick(habits).method, untrueAnswers(random))
  },
}

function untrueAnswers(random: Random): readonly Fault[] {
  return [
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
