import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerItems } from '../chain/encoding/decode/headerOf.ts'
import { headerItem } from '../chain/encoding/header.ts'
import { canonicalBlock } from './canonicalBlock.ts'
import { RequestError } from './errors.ts'
import type { MethodContext } from './method.ts'
import type { StateBlock } from './params/stateBlock.ts'

/** The block that a request for an access list names; undefined for an unknown one and for `pending`. */
export function blockOfAccessList(
  { view }: Pick<MethodContext, 'view'>,
  parameter: StateBlock,
): SealedBlock | undefined {
  if (typeof parameter === 'object') return view.blockByHash(parameter.blockHash)
  return canonicalBlock(view, parameter)
}

/**
 * The RLP of a block's access list.
 *
 * @throws {RequestError} if the block is from before Amsterdam, or its list is not known (execution-apis)
 */
export function accessListOf(block: SealedBlock): Uint8Array {
  if (block.accessList !== undefined) return block.accessList
  const hash = block.rlp.length > 0 && headerItem(headerItems(block), 'blockAccessListHash')
  if (hash && hash.length > 0) throw new RequestError('PRUNED', 'Pruned history unavailable')
  throw accessListNotFound()
}

/** For a block without an access list, and in `debug_getRawBlockAccessList` for one that does not exist. */
export function accessListNotFound(): RequestError {
  return new RequestError('RESOURCE_NOT_FOUND', 'Resource not found')
}
