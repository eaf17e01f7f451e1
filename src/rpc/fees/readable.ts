import type { SealedBlock } from '../../chain/encoding/block.ts'

/** Reads a part of a block; undefined if it cannot be read, as in a recording that is broken on purpose. */
export function ifReadable<T>(block: SealedBlock, read: (block: SealedBlock) => T): T | undefined {
  if (block.recorded === undefined) return read(block)
  try {
    return read(block)
  } catch {
    return undefined
  }
}
