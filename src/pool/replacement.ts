import { PoolError } from './poolError.ts'
import type { PooledTransaction } from './pooledTransaction.ts'

/** By how many percent the fees of a replacement must be higher: geth's defaults for its two pools. */
const BUMP = 10n
const BLOB_BUMP = 100n

/**
 * Checks that a transaction may replace another one with the same nonce (geth, legacypool/list.go and blobpool.go;
 * Anvil, eth/pool/transactions.rs).
 *
 * @throws {PoolError} REPLACEMENT_UNDERPRICED
 */
export function requireReplaces(next: PooledTransaction, old: PooledTransaction): void {
  const refuse = (details = '') =>
    new PoolError('REPLACEMENT_UNDERPRICED', `replacement transaction underpriced${details}`)
  if (next.replacesByFeeCap) {
    if (next.feeCap <= old.feeCap) throw refuse()
    return
  }
  if (next.blobFeeCap === undefined || old.blobFeeCap === undefined) {
    const isHigher = next.feeCap > old.feeCap && next.tipCap > old.tipCap
    const isEnough = [
      [next.feeCap, old.feeCap],
      [next.tipCap, old.tipCap],
    ].every(([one = 0n, other = 0n]) => one >= (other * (100n + BUMP)) / 100n)
    if (!isHigher || !isEnough) throw refuse()
    return
  }
  const fees = [
    ['gas fee cap', next.feeCap, old.feeCap],
    ['gas tip cap', next.tipCap, old.tipCap],
    ['blob gas fee cap', next.blobFeeCap, old.blobFeeCap],
  ] as const
  for (const [name, one, other] of fees) {
    if (one <= other) throw refuse(`: new tx ${name} ${one} <= ${other} queued`)
  }
  for (const [name, one, other] of fees) {
    const least = (other * (100n + BLOB_BUMP)) / 100n
    if (one < least) {
      throw refuse(`: new tx ${name} ${one} < ${other} queued + ${BLOB_BUMP}% replacement penalty`)
    }
  }
}
