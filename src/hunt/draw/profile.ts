import type { BlockNaming } from '../../faults/blockNaming.ts'
import { isPoll, type ObservedCall } from '../run/observedCall.ts'

/** A way in which a client asks for blocks. */
interface Habit {
  readonly method: string
  readonly named: BlockNaming | undefined
}

/** What a client asks for, from the runs so far. */
export interface Profile {
  /** how it looks for news */
  readonly polls: readonly Habit[]
  /** how it reads blocks */
  readonly work: readonly Habit[]
  /** whether it asks several nodes itself */
  readonly asksNodes: boolean
  /** whether it asks for the tags `safe` or `finalized` */
  readonly asksForFinality: boolean
  /** how many blocks below the head it takes as final, as far as its calls show */
  readonly finality: number | undefined
}

/** What a client asks for in one run or another; what it takes as final shows in the first. */
export function mergeProfiles(one: Profile, other: Profile): Profile {
  const merge = (habits: readonly Habit[], more: readonly Habit[]): Habit[] => [
    ...habits,
    ...more.filter(({ method, named }) =>
      habits.every((known) => known.method !== method || known.named !== named),
    ),
  ]
  return {
    polls: merge(one.polls, other.polls),
    work: merge(one.work, other.work),
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
    ;(isPoll(call) ? polls : work).set(`${method} ${named}`, { method, named })
  }
  const asksForFinality = calls.some(({ params }) => /"(?:finalized|safe)"/.test(text(params)))
  return {
    polls: [...polls.values()],
    work: [...work.values()],
    asksNodes: calls.some(
      ({ key, chainId }) => key !== calls[0]?.key && chainId === calls[0]?.chainId,
    ),
    asksForFinality,
    finality: finalityOf(calls),
  }
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
