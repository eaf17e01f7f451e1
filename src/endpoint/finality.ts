import * as v from 'valibot'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Finality } from '../chain/spec/spec.ts'
import type { BlockTreeReader } from '../chain/store/tree.ts'
import { pathBetween } from '../chain/store/treePath.ts'
import { boolean, consistent, either, object, oneOf, wholeNumber } from '../primitives/input.ts'

/** Distances of the tags from the head, in blocks. */
export interface FinalityDistances extends Finality {
  /** whether a tag names the first block while the head is less far from it; otherwise it names none */
  readonly fromFirst?: boolean | undefined
}

/**
 * How the tags `safe` and `finalized` are set: by their distances from the head, stalled at their current blocks, or
 * absent.
 */
export type FinalityRule = FinalityDistances | 'stalled' | 'absent'

export type FinalityTag = keyof Finality

/** The finality settings of an endpoint. Immutable, so snapshots share it. */
export interface FinalityState {
  /** undefined: the distances of the chain */
  readonly rule?: FinalityRule | undefined
  /** numbers of the blocks at which stalled tags stay */
  readonly stalledAt?: Partial<Record<FinalityTag, number>> | undefined
  /** number of the highest head that a reorg has removed; finality counts from it until the head is higher */
  readonly peak?: number | undefined
}

/** The initial settings. */
export const UNSET_FINALITY: FinalityState = {}

/** The heights from which finality counts. */
export interface Heights {
  readonly head: number
  /** as in `FinalityState` */
  readonly peak: number | undefined
}

const TAGS: readonly FinalityTag[] = ['safe', 'finalized']

/**
 * The number of the block that a tag names, which may not exist; undefined if the tag names none.
 *
 * @param distances used without a rule
 */
export function taggedNumber(
  { rule, stalledAt }: FinalityState,
  distances: FinalityDistances,
  tag: FinalityTag,
  {
    first,
    head,
    peak = head,
  }: Heights & {
    /** of the first block */
    readonly first: number
  },
): number | undefined {
  if (rule === 'absent') return undefined
  if (rule === 'stalled') {
    const number = stalledAt?.[tag]
    return number === undefined ? undefined : Math.min(number, head)
  }
  const { safe, finalized, fromFirst } = rule ?? distances
  const finalNumber = Math.max(head, peak) - finalized
  const number = tag === 'finalized' ? finalNumber : Math.max(head - safe, finalNumber)
  return Math.min(fromFirst ? Math.max(number, first) : number, head)
}

/**
 * The finality settings after a reorg: final blocks stay final even if the new branch is shorter.
 *
 * @param fork number of the last common block
 */
export function afterReorg(
  state: FinalityState,
  fork: number,
  { head, peak = head }: Heights,
): FinalityState {
  return { ...state, stalledAt: atMost(state.stalledAt, fork), peak: Math.max(head, peak) }
}

/**
 * The finality settings after a jump, which may remove final blocks. A stalled tag moves back to the last common block
 * if its block was removed.
 *
 * @param fork number of the last common block
 */
export function afterJump(state: FinalityState, fork: number): FinalityState {
  return { ...state, stalledAt: atMost(state.stalledAt, fork), peak: undefined }
}

/** The finality settings after a move of the head along any branches. */
export function afterMove(
  state: FinalityState,
  tree: BlockTreeReader,
  from: SealedBlock,
  to: SealedBlock,
): FinalityState {
  if (state.stalledAt === undefined && state.peak === undefined) return state
  const { removed } = pathBetween(tree, from, to)
  // A move forward removes no final block.
  return removed.length === 0 ? state : afterJump(state, from.number - removed.length)
}

function atMost(stalledAt: FinalityState['stalledAt'], most: number): FinalityState['stalledAt'] {
  return (
    stalledAt &&
    Object.fromEntries(Object.entries(stalledAt).map(([tag, at]) => [tag, Math.min(at, most)]))
  )
}

/** @returns what is wrong with the distances; undefined if they are valid */
function finalityProblem({ safe, finalized }: Finality): string | undefined {
  if (safe <= finalized) return undefined
  return `safe, ${safe} blocks behind the head, is further behind than finalized, ${finalized}`
}

const distance = wholeNumber(0)

/** Distances of the tags from the head, or the name of another rule. */
export const finalityRule = either(
  (value) => typeof value === 'string',
  oneOf('stalled', 'absent'),
  v.pipe(
    object(
      { safe: distance, finalized: distance, fromFirst: v.optional(boolean) },
      { wanted: "an object such as { safe: 2, finalized: 4 }, 'stalled' or 'absent'" },
    ),
    consistent((distances) => {
      const problem = finalityProblem(distances)
      return problem === undefined ? undefined : { path: ['finalized'], problem }
    }),
  ),
)

/** The finality settings under a new rule. */
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
