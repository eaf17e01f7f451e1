import type { SealedBlock } from '../chain/encoding/block.ts'
import type { ViewedChain } from './view.ts'

/** The object that a chain has for a block now: following another endpoint may have changed the chain. */
export function presentBlock(chain: ViewedChain, block: SealedBlock): SealedBlock {
  const present = chain.join === undefined ? block : (chain.tree.byHash(block.hash) ?? block)
  if (present.alteredRoot === block.alteredRoot) return present
  chain.restore?.(block)
  return block
}
