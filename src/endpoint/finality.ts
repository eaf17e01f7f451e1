import type { SealedBlock } from '../chain/block.ts'
import type { Finality } from '../chain/spec.ts'
import { EndpointMoveError, requireWhole } from './moveError.ts'

/**
 * Where the tags `safe` and `finalized` stand: so many blocks behind the head, where they stood when finality
 * stalled, or nowhere.
 */
export type FinalityRule = Finality | 'stalled' | 'absent'

/** The tags whose blocks are further and further behind the head. */
export type FinalityTag = keyof Finality

/** What an endpoint keeps of its finality. It is never changed, so snapshots share it. */
export interface FinalityState {
  readonly rule: FinalityRule
  /** numbers of blocks: of stalled tags where they stay, of the others below which they do not go */
  readonly kept: Partial<Record<FinalityTag, number>>
}

const TAGS: readonly FinalityTag[] = ['safe', 'finalized']

/**
 * The number of the block that a tag names, which need not be there; undefined where it names nothing.
 *
 * @param state undefined where nothing but the chain's distances decides
 */
export function taggedNumber(
  state: FinalityState | undefined,
  distances: Finality,
  tag: FinalityTag,
  head: number,
): number | undefined {
  if (state === undefined) return head - distances[tag]
  const { rule, kept } = state
  if (rule === 'absent') return undefined
  if (rule === 'stalled') return kept[tag]
  return Math.max(head - rule[tag], kept[tag] ?? Number.NEGATIVE_INFINITY)
}

/**
 * What an endpoint keeps when its head moves to another branch: even where that is shorter, what is final stays so.
 *
 * @param final number of the block that is; undefined where none is, or the move does not mind
 */
export function stillFinal(
  state: FinalityState | undefined,
  distances: Finality,
  final: number | undefined,
): FinalityState | undefined {
  const rule = state?.rule ?? distances
  if (typeof rule === 'string') return state
  return final === undefined
    ? state && { rule, kept: {} }
    : { rule, kept: { safe: final, finalized: final } }
}

/**
 * What an endpoint keeps when it is told a rule.
 *
 * @throws {EndpointMoveError} INVALID_ARGUMENT
 */
export function settleFinality(
  rule: FinalityRule,
  blockByTag: (tag: FinalityTag) => SealedBlock | undefined,
): FinalityState {
  if (rule === 'absent') return { rule, kept: {} }
  if (rule === 'stalled') {
    return { rule, kept: Object.fromEntries(TAGS.map((tag) => [tag, blockByTag(tag)?.number])) }
  }
  if (typeof rule !== 'object' || rule === null) {
    const problem = `finality: want { safe, finalized }, 'stalled' or 'absent', have ${String(rule)}`
    throw new EndpointMoveError('INVALID_ARGUMENT', problem)
  }
  for (const tag of TAGS) requireWhole(`finality.${tag}`, rule[tag], 0)
  if (rule.safe > rule.finalized) {
    const problem = `finality: safe, ${rule.safe} blocks behind the head, is further behind than finalized, ${rule.finalized}`
    throw new EndpointMoveError('INVALID_ARGUMENT', problem)
  }
  return { rule: { safe: rule.safe, finalized: rule.finalized }, kept: {} }
}
