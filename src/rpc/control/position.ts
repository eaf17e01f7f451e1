import type { SealedBlock } from '../../chain/block.ts'

/** Where a block is, as `ommer_*` methods tell it: the same as in code, with plain numbers. */
export function position({ number, hash }: SealedBlock): object {
  return { number, hash }
}
