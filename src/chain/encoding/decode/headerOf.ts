import { readRlp } from '../../../primitives/readRlp.ts'
import { headAt } from '../../../primitives/rlp.ts'
import type { SealedBlock } from '../block.ts'
import type { Header } from '../header.ts'
import { decodeHeader } from './decodeHeader.ts'

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
  // `readRlp` stops at the end of the first item, which is the header.
  return readRlp(rlp.subarray(headAt(rlp, 0).start)) as Uint8Array[]
}
