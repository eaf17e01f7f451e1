import type { PlacedBlock } from '../../drawing/treeLayout.ts'
import { counted, grouped, shortHex } from '../store/format.ts'

/** The flags at a block, such as `head`. */
export type FlagName = 'head' | 'safe' | 'finalized'

export const FLAG_NAMES: readonly FlagName[] = ['head', 'safe', 'finalized']

/** What a block is, in a few words. */
export function kindText({ kind, block }: PlacedBlock): string {
  if (kind === 'canonical') return 'canonical'
  if (kind === 'uncle') return 'uncle'
  return block.isUncle ? 'side branch, included as uncle' : 'side branch'
}

/** How many transactions a block has, as it is written on it: there is room for three digits. */
export function countText(transactions: number): string {
  return `${transactions < 1_000 ? transactions : `${Math.floor(transactions / 1_000)}k`} tx`
}

/** What a screen reader says about a block. It begins with what is written on the block, for people who speak to pages. */
export function labelOf(placed: PlacedBlock, flags: readonly FlagName[]): string {
  const { block } = placed
  const written = [grouped(block.number), shortHex(block.hash, 3), countText(block.transactions)]
  const name = `Block ${written.join(' ')}`
  const parts = [name, kindText(placed), ...flags]
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
