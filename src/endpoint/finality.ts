import * as v from 'valibot'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Finality } from '../chain/spec/spec.ts'
import { consistent, either, object, oneOf, wholeNumber } from '../primitives/input.ts'

/**
 * Where the tags `safe` and `finalized` stand: so many blocks behind the head, where they stood when finality
 * stalled, or nowhere.
 */
export type FinalityRule = Finality | 'stalled' | 'absent'

/** The tags whose blocks are further and further behind the head. */
export type FinalityTag = keyof Finality

/** What an endpoint keeps of its finality. It is never changed, so snapshots share it. */
export interface FinalityState {
  /** undefined where the chain's own distances decide */
  readonly rule?: FinalityRule | undefined
  /** numbers of the blocks where stalled tags stay */
  readonly stalledAt?: Partial<Record<FinalityTag, number>> | undefined
  /** number of the highest head that a reorg has left: until the head is higher, finality counts from there */
  readonly peak?: number | undefined
}

/** As it is in the beginning. */
export const UNSET_FINALITY: FinalityState = {}

/** From where finality counts. */
interface Heights {
  /** number of the head */
  readonly head: number
  /** as `FinalityState` has it */
  readonly peak: number | undefined
}

const TAGS: readonly FinalityTag[] = ['safe', 'finalized']

/**
 * The number of the block that a tag names, which need not be there; undefined where it names nothing.
 *
 * @param distances where no rule was set
 */
export function taggedNumber(
  { rule, stalledAt }: FinalityState,
  distances: Finality,
  tag: FinalityTag,
  { head, peak = head }: Heights,
): number | undefined {
  if (rule === 'absent') return undefined
  if (rule === 'stalled') {
    const number = stalledAt?.[tag]
    return number === undefined ? undefined : Math.min(number, head)
  }
  const { safe, finalized } = rule ?? distances
  const finalNumber = Math.max(head, peak) - finalized
  return Math.min(tag === 'finalized' ? finalNumber : Math.max(head - safe, finalNumber), head)
}

/**
 * What an endpoint keeps when its head goes over to another branch in a reorg: even where that is shorter, what is final
 * stays so.
 *
 * @param fork number of the last block that stays
 */
export function afterReorg(
  state: FinalityState,
  fork: number,
  { head, peak = head }: Heights,
): FinalityState {
  return { ...state, stalledAt: atMost(state.stalledAt, fork), peak: Math.max(head, peak) }
}

/**
 * What an endpoint keeps when its head goes where it likes, whatever was final. A tag that is stalled stays on what is
 * left of its branch.
 *
 * @param fork number of the last block that stays
 */
export function afterJump(state: FinalityState, fork: number): FinalityState {
  return { ...state, stalledAt: atMost(state.stalledAt, fork), peak: undefined }
}

function atMost(stalledAt: FinalityState['stalledAt'], most: number): FinalityState['stalledAt'] {
  return (
    stalledAt &&
    Object.fromEntries(Object.entries(stalledAt).map(([tag, at]) => [tag, Math.min(at, most)]))
  )
}

/** @returns what is wrong with such distances, in words; undefined where nothing is */
function finalityProblem({ safe, finalized }: Finality): string | undefined {
  if (safe <= finalized) return undefined
  return `safe, ${safe} blocks behind the head, is further behind than finalized, ${finalized}`
}

const distance = wholeNumber(0)

/** How far behind the head tags lie, or one of the words for where they stand. */
export const finalityRule = either(
  (value) => typeof value === 'string',
  oneOf('stalled', 'absent'),
  v.pipe(
    object(
      { safe: distance, finalized: distance },
      { wanted: "an object such as { safe: 2, finalized: 4 }, 'stalled' or 'absent'" },
    ),
    consistent((distances) => {
      const problem = finalityProblem(distances)
      return problem === undefined ? undefined : { path: ['finalized'], problem }
    }),
  ),
)

/** What an endpoint keeps when it is told a rule. */
export function settleFinality(
  rule: FinalityRule,
  blockByTag: (tag: FinalityTag) => SealedBlock | undefined,
): FinalityState {
  if (rule !== 'stalled') return { rule }
  const standing = TAGS.flatMap((tag) => {
    const block = blockByTag(tag)
    return block === undefined ? [] : [[tag, block.number]]
  })
  return { rule, stalledAt: Object.fromEntries(standing) }
}
