import type { SealedBlock } from '../../chain/encoding/block.ts'

/** Where a block is, as endpoints tell it of their moves, in code and by `ommer_*` methods. */
export function position({ number, hash }: SealedBlock): Pick<SealedBlock, 'number' | 'hash'> {
  return { number, hash }
}
