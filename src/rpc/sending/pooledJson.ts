import type { Transaction } from '../../chain/encoding/block.ts'
import { decodeTransaction } from '../../chain/encoding/decode/decodeTransaction.ts'
import { toTransactionItem } from '../../chain/encoding/listItem.ts'
import type { Dialect } from '../../endpoint/dialects/dialect.ts'
import type { SentTransaction } from '../../pool/sentTransaction.ts'

type Encoded = Pick<SentTransaction, 'encoded' | 'sender'>

/** The fields of a transaction that waits in a pool. */
export function decodePooled({ encoded, sender }: Encoded): Transaction {
  return decodeTransaction(toTransactionItem(encoded), sender)
}

/** A transaction object whose block is null. */
export function pooledJson(transaction: Encoded, dialect: Dialect): object {
  return dialect.pendingTransaction(decodePooled(transaction))
}
