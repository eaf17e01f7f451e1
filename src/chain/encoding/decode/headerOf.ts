import { readRlp } from '../../../primitives/readRlp.ts'
import type { SealedBlock } from '../block.ts'
import type { Header } from '../header.ts'
import { decodeHeader } from './header.ts'

/** The header of a block, without decoding the rest. */
export function headerOf(block: Pick<SealedBlock, 'rlp'>): Header {
  return decodeHeader(headerItems(block))
}

/** The RLP items of the header of a block. */
export function headerItems({ rlp }: Pick<SealedBlock, 'rlp'>): Uint8Array[] {
  // A block's list is longer than 55 bytes, so its first byte says how many bytes of length follow. `readRlp` stops at
  // the end of the first item, which is the header.
  const listPrefix = (rlp[0] as number) - 0xf7 + 1
  return readRlp(rlp.subarray(listPrefix)) as Uint8Array[]
}
