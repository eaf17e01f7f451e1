import type { SealedBlock, Transaction } from '../../chain/encoding/block.ts'
import { decodeTransaction } from '../../chain/encoding/decode/decodeTransaction.ts'
import type { TransactionItem } from '../../chain/encoding/listItem.ts'
import { toHex } from '../../primitives/hex.ts'
import { readRlp } from '../../primitives/readRlp.ts'

const BLOB_TYPE = 3

/** The transactions of a block that have blobs, in order. */
export function blobTransactions({ rlp, senders }: SealedBlock): Transaction[] {
  // A recording may have no bytes of a block.
  if (rlp.length === 0) return []
  const [, items] = readRlp(rlp) as [unknown, TransactionItem[]]
  return items.flatMap((item, index) => {
    if (!(item instanceof Uint8Array) || item[0] !== BLOB_TYPE) return []
    return decodeTransaction(item, toHex(senders.subarray(20 * index, 20 * (index + 1))))
  })
}
