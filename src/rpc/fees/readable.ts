import type { SealedBlock } from '../../chain/encoding/block.ts'

/** Reads the bytes of a block; undefined if they cannot be read, as those of a recording that is broken on purpose. */
export function ifReadable<T>(block: SealedBlock, read: (block: SealedBlock) => T): T | undefined {
  if (block.recorded === undefined) return read(block)
  // A recorded pending block has only its JSON.
  if (block.rlp.length === 0) return undefined
  try {
    return read(block)
  } catch {
    return undefined
  }
}
