import { toQuantity } from '../decode/units.ts'
import { rememberTransactions } from '../store/seenTransactions.ts'
import type { Session } from '../store/session.ts'
import { loadReceipts } from './loadReceipts.ts'
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpcTypes.ts'

/** One of the newest transactions. */
export interface LatestRow {
  readonly transaction: RpcTransaction
  /** undefined while no block has it */
  readonly receipt: RpcReceipt | undefined
  readonly isPending: boolean
}

/** How many transactions are shown. */
const ROWS_MAX = 10

/** How many blocks are read at a time, from the head on: most heads have enough transactions, and some chains few. */
const STEPS = [1, 7, 24, 32]

/**
 * The newest transactions, newest first: of the pool, if clients may send, and of the canonical chain; of a fork, those
 * since the pinned block, so that opening the page reads nothing from the network.
 */
export async function loadLatest(session: Session): Promise<readonly LatestRow[]> {
  const found: RpcTransaction[] = []
  const pending = session.permissions.peek()?.dev ? await blocksOf(session, ['pending']) : []
  const waiting = pending.flatMap(({ transactions }) => transactions.toReversed())
  const first = session.pinned.peek()?.number ?? 0
  let next = session.head.peek()?.number ?? -1
  for (const step of STEPS) {
    if (next < first || waiting.length + found.length >= ROWS_MAX) break
    const count = Math.min(step, next - first + 1)
    const numbers = Array.from({ length: count }, (_, index) => toQuantity(next - index))
    const blocks = await blocksOf(session, numbers)
    found.push(...blocks.flatMap(({ transactions }) => transactions.toReversed()))
    next -= count
  }
  const shown = found.slice(0, Math.max(0, ROWS_MAX - waiting.length))
  rememberTransactions(session, [...waiting, ...shown])
  const receipts = await loadReceipts(session, new Set(shown.map(({ blockNumber }) => blockNumber)))
  return [
    ...waiting
      .slice(0, ROWS_MAX)
      .map((transaction) => ({ transaction, receipt: undefined, isPending: true })),
    ...shown.map((transaction) => ({
      transaction,
      receipt: receipts.get(transaction.hash),
      isPending: false,
    })),
  ]
}

async function blocksOf(
  { connection }: Session,
  names: readonly string[],
): Promise<readonly RpcBlock[]> {
  const outcomes = await connection.batch(
    names.map((name) => ({ method: 'eth_getBlockByNumber', params: [name, true] })),
  )
  return outcomes.flatMap(({ result }) => (result ? [result as RpcBlock] : []))
}
