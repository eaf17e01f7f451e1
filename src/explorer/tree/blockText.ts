import type { PlacedBlock } from '../../drawing/treeLayout.ts'
import { counted, grouped } from '../store/format.ts'

/** The flags at a block, such as `head`. */
export type FlagName = 'head' | 'safe' | 'finalized'

export const FLAG_NAMES: readonly FlagName[] = ['head', 'safe', 'finalized']

/** What a block is, in a few words. */
export function kindText({ kind, block }: PlacedBlock): string {
  if (kind === 'canonical') return 'canonical'
  if (kind === 'uncle') return 'uncle'
  return block.isUncle ? 'side branch, included as uncle' : 'side branch'
}

/** What a screen reader says about a block. */
export function labelOf(placed: PlacedBlock, flags: readonly FlagName[]): string {
  const { block } = placed
  const parts = [`Block ${grouped(block.number)}`, kindText(placed), ...flags]
  parts.push(counted(block.transactions, 'transaction'))
  if (block.uncles.length > 0) parts.push(`includes ${counted(block.uncles.length, 'uncle')}`)
  if (block.irregular) parts.push('irregular')
  return parts.join(', ')
}

/** What the kind of a block means, for people who see one for the first time. */
export function explanationOf({ kind, block }: PlacedBlock): string {
  if (kind === 'uncle') {
    return 'An uncle: a valid block that lost against another one of the same number. A later block includes it by its hash, so its miner still earns a reward. Its transactions do not count.'
  }
  if (kind === 'side') {
    return 'On a side branch: a valid block that is not on the way from the head to the first block. It was never chosen, or a reorg has removed it.'
  }
  if (block.uncles.length > 0) {
    return 'On the canonical branch. It includes at least one uncle: follow the dotted line.'
  }
  return 'On the canonical branch: the chain that clients of this endpoint read.'
}
