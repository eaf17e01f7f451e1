import { readRlp } from '../../../primitives/readRlp.ts'
import type { SealedBlock } from '../block.ts'
import type { Header } from '../header.ts'
import { decodeHeader } from './header.ts'

/** What was decoded last: the head is asked for several times for each transaction that is sent. */
let last: { readonly rlp: Uint8Array; readonly header: Header } | undefined

/** The header of a block, without decoding the rest. */
export function headerOf(block: Pick<SealedBlock, 'rlp'>): Header {
  const { rlp } = block
  if (last?.rlp !== rlp) last = { rlp, header: decodeHeader(headerItems(block)) }
  return last.header
}

/** The RLP items of the header of a block. */
export function headerItems({ rlp }: Pick<SealedBlock, 'rlp'>): Uint8Array[] {
  // A block's list is longer than 55 bytes, so its first byte says how many bytes of length follow. `readRlp` stops at
  // the end of the first item, which is the header.
  const listPrefix = (rlp[0] as number) - 0xf7 + 1
  return readRlp(rlp.subarray(listPrefix)) as Uint8Array[]
}
