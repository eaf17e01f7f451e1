import type { PooledTransaction } from '../pool/pooledTransaction.ts'
import type { TransactionPool } from '../pool/transactionPool.ts'

/** A pool whose transactions are counted. */
interface CountedPool {
  adapted(): Promise<Pick<TransactionPool<PooledTransaction>, 'count' | 'contents'>>
}

/** Counts what clients have sent to all endpoints of a server. */
export class PoolStatistics {
  /** transactions that a pool has accepted */
  accepted = 0
  /** by the code of the error */
  readonly refused = new Map<string, number>()
  /** blocks that include a transaction that was sent, once for each time that a head moves over one */
  blocks = 0
  /** of endpoints that are open */
  readonly pools = new Set<CountedPool>()

  refuse(code: string): void {
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1)
  }

  /** Adapts all pools to their heads and counts their transactions. */
  async countPooled(): Promise<{ readonly pending: number; readonly queued: number }> {
    let [pending, queued] = [0, 0]
    for (const each of [...this.pools]) {
      // One without a state for its head is counted once it has one.
      const pool = await each.adapted().catch(() => undefined)
      for (const content of pool === undefined ? [] : pool.contents()) {
        pending += content.pending.length
        queued += content.queued.length
      }
    }
    return { pending, queued }
  }
}
