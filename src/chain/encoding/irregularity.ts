import type { Hex } from '../../primitives/hex.ts'

/**
 * Why no other node would accept a block: the state before it was set by hand, it has a transaction that nobody has
 * signed or that may use more gas than EIP-7825 allows, its base fee or its gas limit does not follow from its parent, its
 * state root does not, because on a forked chain a part of the trie is not known, or it is on top of a block of a network
 * with rules of its own, whose transactions were not verified (`foreign`).
 */
export const irregularityReasons = [
  'baseFee',
  'foreign',
  'gasLimit',
  'signature',
  'state',
  'stateRoot',
  'transactionGas',
] as const

export type IrregularityReason = (typeof irregularityReasons)[number]

/** What other nodes would not accept on the branch of a block. */
export interface Irregularity {
  /** the first such block, or the block after which the state was set by hand */
  readonly since: { readonly number: number; readonly hash: Hex }
  /** those of all blocks up to this one, in alphabetical order */
  readonly reasons: readonly IrregularityReason[]
}

/**
 * Adds reasons to those of the parent. Blocks with the same reasons share one object.
 *
 * @param block the first one that has a reason, if its parent has none
 */
export function addReasons(
  before: Irregularity | undefined,
  reasons: readonly IrregularityReason[],
  { number, hash }: Irregularity['since'],
): Irregularity | undefined {
  const known = before?.reasons ?? []
  const all = [...new Set([...known, ...reasons])].sort()
  if (all.length === known.length) return before
  return { since: before?.since ?? { number, hash }, reasons: all }
}
