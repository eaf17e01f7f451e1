import type { SealedBlock } from './block.ts'

type WithSenders = Pick<SealedBlock, 'senders'>

export const ADDRESS_BYTES = 20

/** The sender of a transaction of a block, 20 bytes: a view of the block's list. */
export function senderAt({ senders }: WithSenders, index: number): Uint8Array {
  return senders.subarray(ADDRESS_BYTES * index, ADDRESS_BYTES * (index + 1))
}

/** How many transactions a block has. */
export function transactionCount({ senders }: WithSenders): number {
  return senders.length / ADDRESS_BYTES
}
