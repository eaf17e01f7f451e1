import { requireHeadAt } from '../../primitives/readRlp.ts'
import { encodeRlpList } from '../../primitives/rlp.ts'
import type { SealedBlock } from './block.ts'

/** The RLP of a block with its access list as a last item, as geth exports it; without one if there is none. */
export function blockWithAccessList({
  rlp,
  accessList,
}: Pick<SealedBlock, 'rlp' | 'accessList'>): Uint8Array {
  if (accessList === undefined) return rlp
  const { start } = requireHeadAt(rlp, 0)
  // The items of a list follow each other, so all of them are as good as one.
  return encodeRlpList([rlp.subarray(start), accessList])
}
