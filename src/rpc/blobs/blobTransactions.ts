import type { SealedBlock, Transaction } from '../../chain/encoding/block.ts'
import { decodeTransaction } from '../../chain/encoding/decode/decodeTransaction.ts'
import type { TransactionItem } from '../../chain/encoding/listItem.ts'
import { senderAt } from '../../chain/encoding/senders.ts'
import { toHex } from '../../primitives/hex.ts'
import { readRlp } from '../../primitives/readRlp.ts'

const BLOB_TYPE = 3

/** The transactions of a block that have blobs, in order. */
export function blobTransactions(block: SealedBlock): Transaction[] {
  // A recording may have no bytes of a block.
  if (block.rlp.length === 0) return []
  const [, items] = readRlp(block.rlp) as [unknown, TransactionItem[]]
  return items.flatMap((item, index) => {
    if (!(item instanceof Uint8Array) || item[0] !== BLOB_TYPE) return []
    return decodeTransaction(item, toHex(senderAt(block, index)))
  })
}
