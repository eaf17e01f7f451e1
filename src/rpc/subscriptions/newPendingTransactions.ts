import { encodeResult } from '../answer.ts'
import type { MethodContext } from '../method.ts'
import { pooledJson } from '../sending/pooledJson.ts'
import type { Feed } from './feed.ts'

/**
 * Sends each transaction that enters the pool (geth, eth/filters/api.go): its hash, or the transaction itself.
 *
 * @param full whether to send transaction objects
 */
export function newPendingTransactions({ dialect }: MethodContext, full: boolean): Feed {
  return {
    name: 'newPendingTransactions',
    bytes: 0,
    removed: () => [],
    added: () => [],
    sent: (transaction) => encodeResult(full ? pooledJson(transaction, dialect) : transaction.hash),
  }
}
