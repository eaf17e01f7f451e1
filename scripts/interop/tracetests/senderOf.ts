import type { Common } from '@ethereumjs/common'
import { createTxFromBlockBodyData } from '@ethereumjs/tx'
import type { TransactionItem } from '../../../src/chain/encoding/listItem.ts'
import { type Hex, toHex } from '../../../src/primitives/hex.ts'

/** The sender of a transaction, recovered from its signature. */
export function senderOf(item: TransactionItem, common: Common): Hex {
  const transaction = createTxFromBlockBodyData(item, { common, freeze: false })
  return toHex(transaction.getSenderAddress().bytes)
}
