import { BoundedCache } from '../connection/boundedCache.ts'
import type { RpcTransaction } from '../views/rpcTypes.ts'
import type { Session } from './session.ts'

/** How many transactions are kept. */
const SEEN_MAX = 2_000

const seen = new WeakMap<Session, BoundedCache<string, RpcTransaction>>()

/** Keeps transactions that were shown, so that they can still be shown after a reorg has removed them. */
export function rememberTransactions(
  session: Session,
  transactions: readonly RpcTransaction[],
): void {
  const cache = seen.get(session) ?? new BoundedCache(SEEN_MAX)
  seen.set(session, cache)
  for (const transaction of transactions) cache.set(transaction.hash, transaction)
}

export function seenTransaction(session: Session, hash: string): RpcTransaction | undefined {
  return seen.get(session)?.get(hash)
}
