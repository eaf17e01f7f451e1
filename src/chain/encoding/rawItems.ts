import { readRlp } from '../../primitives/readRlp.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import type { SealedBlock } from './block.ts'
import { headerItems } from './decode/headerOf.ts'
import { encodeTyped } from './encodeTyped.ts'
import { fromListItem, type TransactionItem } from './listItem.ts'
import { receiptItems } from './storedBlock.ts'

// The parts of a block as bytes, in the encoding of which the protocol takes the hash.

/** The RLP of the header. */
export function rawHeader(block: Pick<SealedBlock, 'rlp'>): Uint8Array {
  return encodeRlp(headerItems(block))
}

/**
 * A transaction as in EIP-2718, without the blobs that its block does not have.
 *
 * @returns undefined for an index past the end
 */
export function rawTransaction(
  { rlp }: Pick<SealedBlock, 'rlp'>,
  index: number,
): Uint8Array | undefined {
  const [, items] = readRlp(rlp) as [unknown, TransactionItem[]]
  const item = items[index]
  return item && fromListItem(item)
}

/** The receipts as in EIP-2718, with their blooms. */
export function rawReceipts(block: SealedBlock): Uint8Array[] {
  return receiptItems(block).map(({ type, outcome, cumulativeGas, bloom, logs }) =>
    encodeTyped(type[0] ?? 0, [outcome, cumulativeGas, bloom, logs]),
  )
}
