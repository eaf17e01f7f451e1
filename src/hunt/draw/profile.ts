import type { BlockNaming } from '../../faults/blockNaming.ts'
import type { Random } from '../../primitives/random.ts'
import { isPoll, type ObservedCall } from '../run/observedCall.ts'
import { isReplica } from './endpoints.ts'
import { fieldPaths } from './fieldPaths.ts'

/** A way in which a client asks for blocks. */
export interface Habit {
  readonly method: string
  readonly named: BlockNaming | undefined
  /** the average number of calls in a run; the last runs count most */
  readonly count: number
  /** how many of them are to a replica, where there is one */
  readonly atReplica: number
}

/** What a client asks for, from the runs so far. */
export interface Profile {
  /** how it looks for news */
  readonly polls: readonly Habit[]
  /** how it reads blocks */
  readonly work: readonly Habit[]
  /** the fields of the answers that it gets, by method: paths as faults name them */
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** whether it asks several nodes itself */
  readonly asksNodes: boolean
  /** whether it asks for the tags `safe` or `finalized` */
  readonly asksForFinality: boolean
  /** how many blocks below the head it takes as final, as far as its calls show */
  readonly finality: number | undefined
}

/** Counts are fractions, and what is drawn by needs whole numbers. */
const COUNT_SCALE = 8

/** One of them, more often one with more calls; each of them may be drawn. */
export function pickHabit(random: Random, habits: readonly Habit[]): Habit {
  const weighted = habits.map((habit) => [habit, Math.ceil(COUNT_SCALE * habit.count)] as const)
  return random.pickWeighted(weighted) as Habit
}

/** Draws whether a call is to a replica, as often as theirs are. */
export function isAtReplica(random: Random, habits: readonly Habit[]): boolean {
  const sum = (of: 'count' | 'atReplica') => habits.reduce((all, habit) => all + habit[of], 0)
  const whole = Math.ceil(COUNT_SCALE * sum('count'))
  return random.chance(COUNT_SCALE * sum('atReplica'), Math.max(1, whole))
}

/** The habit that shows in most calls. */
export function mostFrequent(habits: readonly Habit[]): Habit | undefined {
  return habits.toSorted((one, other) => other.count - one.count)[0]
}

/** What a client asks for in one run or another; what it takes as final shows in the first. */
export function mergeProfiles(one: Profile, other: Profile): Profile {
  const isSame = (one: Habit, other: Habit) =>
    one.method === other.method && one.named === other.named
  const merge = (habits: readonly Habit[], more: readonly Habit[]): Habit[] => [
    ...habits.map((habit) => {
      const later = more.find((each) => isSame(each, habit))
      const count = (3 * habit.count + (later?.count ?? 0)) / 4
      // Where there is one node, none of them is to a replica.
      const share = later !== undefined && later.atReplica > 0 ? later : habit
      return { ...habit, count, atReplica: (count * share.atReplica) / share.count }
    }),
    ...more.filter((each) => !habits.some((habit) => isSame(habit, each))),
  ]
  return {
    polls: merge(one.polls, other.polls),
    work: merge(one.work, other.work),
    fields: new Map([...other.fields, ...one.fields]),
    asksNodes: one.asksNodes || other.asksNodes,
    asksForFinality: one.asksForFinality || other.asksForFinality,
    finality: one.finality,
  }
}

/** Clients read newer blocks one by one; only a look back further than this shows what is final. */
const FINALITY_MIN = 3

export function profileOf(calls: readonly ObservedCall[]): Profile {
  const polls = new Map<string, Habit>()
  const work = new Map<string, Habit>()
  for (const call of calls) {
    const { method, named } = call
    const habits = isPoll(call) ? polls : work
    const key = `${method} ${named}`
    const { count, atReplica } = habits.get(key) ?? { count: 0, atReplica: 0 }
    const more = Number(isReplica(call.key))
    habits.set(key, { method, named, count: count + 1, atReplica: atReplica + more })
  }
  const asksForFinality = calls.some(({ params }) => /"(?:finalized|safe)"/.test(text(params)))
  return {
    polls: [...polls.values()],
    work: [...work.values()],
    fields: fieldsOf(calls),
    asksNodes: calls.some(
      ({ key, chainId }) => key !== calls[0]?.key && chainId === calls[0]?.chainId,
    ),
    asksForFinality,
    finality: finalityOf(calls),
  }
}

/** The fields of the longest answer to each method. */
function fieldsOf(calls: readonly ObservedCall[]): Profile['fields'] {
  const longest = new Map<string, string>()
  for (const { method, answer } of calls) {
    if (answer.length > (longest.get(method)?.length ?? 0)) longest.set(method, answer)
  }
  const RESULT = '"result":'
  return new Map(
    [...longest].map(([method, answer]) => {
      const begin = answer.indexOf(RESULT)
      return [method, begin === -1 ? [] : fieldPaths(answer.slice(begin + RESULT.length))]
    }),
  )
}

function text(params: unknown): string {
  return JSON.stringify(params) ?? ''
}

/**
 * A client that keeps its own finality asks at its start for the head and then for the block that is so many below it, out of
 * the order in which it reads. What it asks of other chains than the first does not count.
 */
function finalityOf(calls: readonly ObservedCall[]): number | undefined {
  const named = calls.filter(
    ({ block, chainId }) => block !== undefined && chainId === calls[0]?.chainId,
  )
  const [first, second] = named
  if (first?.block === undefined || second?.block === undefined) return undefined
  const distance = first.head - first.block
  return distance >= FINALITY_MIN && second.block < first.block - 1 ? distance : undefined
}
