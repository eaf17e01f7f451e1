import type { ChildBlocks } from '../chain/generate/childBlocks.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import { ReadOnlyChainError } from '../chain/store/readOnlyChainError.ts'

/**
 * Returns what adds blocks to a chain.
 *
 * @param options.canBeReadOnly whether a loaded chain may have the blocks that are wanted. Default false.
 * @throws {ReadOnlyChainError} for a loaded chain
 */
export function requireExtendable(
  { children }: Overlay,
  { canBeReadOnly = false }: { readonly canBeReadOnly?: boolean } = {},
): ChildBlocks {
  if (children.isReadOnly && !canBeReadOnly) {
    throw new ReadOnlyChainError('the loaded chain is read-only: no blocks can be added')
  }
  return children
}
