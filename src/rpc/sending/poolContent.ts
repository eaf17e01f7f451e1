import type { SentTransaction } from '../../pool/sentTransaction.ts'
import type { TransactionPool } from '../../pool/transactionPool.ts'
import { checksumAddress } from '../../primitives/checksumAddress.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { MethodContext } from '../method.ts'

/** By nonce, in decimal. */
type ByNonce<T> = Readonly<Record<string, T>>

/** The transactions of a pool: those that the next block can include, and those that wait for others. */
export interface PoolContent<T> {
  readonly pending: T
  readonly queued: T
}

/** The pool of an endpoint, adapted to its head; undefined if nothing was sent. */
export async function poolOf({
  endpoint,
}: Pick<MethodContext, 'endpoint'>): Promise<TransactionPool<SentTransaction> | undefined> {
  return (await endpoint.sending?.pool)?.adapted()
}

/** All transactions by sender and nonce, as geth lists them. */
export async function contentBySender<T>(
  context: MethodContext,
  write: (transaction: SentTransaction) => T,
): Promise<PoolContent<Readonly<Record<string, ByNonce<T>>>>> {
  const pool = await poolOf(context)
  const pending: Record<string, ByNonce<T>> = {}
  const queued: Record<string, ByNonce<T>> = {}
  for (const content of pool?.contents() ?? []) {
    const sender = checksumAddress(fromHex(content.sender))
    if (content.pending.length > 0) pending[sender] = byNonce(content.pending, write)
    if (content.queued.length > 0) queued[sender] = byNonce(content.queued, write)
  }
  return { pending, queued }
}

/** The transactions of one sender by nonce. */
export async function contentOfSender<T>(
  context: MethodContext,
  sender: Hex,
  write: (transaction: SentTransaction) => T,
): Promise<PoolContent<ByNonce<T>>> {
  const { pending = [], queued = [] } = (await poolOf(context))?.contentOf(sender) ?? {}
  return { pending: byNonce(pending, write), queued: byNonce(queued, write) }
}

function byNonce<T>(
  transactions: readonly SentTransaction[],
  write: (transaction: SentTransaction) => T,
): ByNonce<T> {
  return Object.fromEntries(transactions.map((each) => [String(each.nonce), write(each)]))
}
