import type { Growth } from '../chain/generate/growth.ts'
import { ReadOnlyChainError } from '../chain/store/readOnlyChainError.ts'
import type { ViewedChain } from './view.ts'

/**
 * What adds blocks to a chain.
 *
 * @param options.canBeReadOnly whether a loaded chain may have the blocks that are wanted. Default false.
 * @throws {ReadOnlyChainError} for a loaded chain
 */
export function requireGrowth(
  { growth }: ViewedChain,
  { canBeReadOnly = false }: { readonly canBeReadOnly?: boolean } = {},
): Growth {
  if (growth === undefined || (growth.isReadOnly && !canBeReadOnly)) {
    throw new ReadOnlyChainError('the loaded chain is read-only: no blocks can be added')
  }
  return growth
}
