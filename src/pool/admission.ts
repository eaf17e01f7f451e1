import type { Hex } from '../primitives/hex.ts'
import { PoolError } from './poolError.ts'
import type { PooledTransaction } from './pooledTransaction.ts'

/** An account in the state after the head. */
export interface PoolAccount {
  readonly nonce: bigint
  /** in wei */
  readonly balance: bigint
  /** whether it has code: a contract, or an account that delegates to one (EIP-7702) */
  readonly hasCode: boolean
}

/** What decides whether the pool takes a transaction. */
export interface AdmissionContext<T> {
  /** the sender */
  readonly account: PoolAccount
  /** of the sender: without a gap from its nonce on */
  readonly pending: readonly T[]
  /** of the sender: those that wait for one with a lower nonce */
  readonly queued: readonly T[]
  /** whether a transaction in the pool has an authorization of the sender */
  readonly isAuthority: boolean
  /** what the pool has of an account that authorizes code */
  contentOf(authority: Hex): AuthorityContent
}

interface AuthorityContent {
  readonly count: number
  readonly hasBlobs: boolean
}

/** How many blob transactions a sender may have, as in geth. */
const BLOB_TRANSACTIONS_MAX = 16

/**
 * Checks what depends on the state and on the other transactions of the sender, in geth's order (core/txpool/validation.go,
 * legacypool.go and blobpool.go).
 *
 * @throws {PoolError}
 */
export function requireAdmissible<T extends PooledTransaction>(
  transaction: T,
  context: AdmissionContext<T>,
): void {
  const { account } = context
  if (transaction.nonce < account.nonce) {
    const problem = `nonce too low: next nonce ${account.nonce}, tx nonce ${transaction.nonce}`
    throw new PoolError('NONCE_TOO_LOW', problem)
  }
  const hasBlobs = transaction.blobFeeCap !== undefined
  if (hasBlobs) requireNoGap(transaction, context)
  requireFunds(transaction, context)
  if (hasBlobs) requireBlobRoom(transaction, context)
  requireFewOfDelegated(transaction, context)
  requireFreeAuthorities(transaction, context)
}

/** geth keeps a few blob transactions with a gap, the more the more its sender has sent. */
function requireNoGap<T extends PooledTransaction>(
  { nonce }: T,
  { account, pending, queued }: AdmissionContext<T>,
): void {
  const gap = account.nonce + BigInt(pending.length)
  const digits = String(account.nonce + 1n).length - 1
  const allowed = Math.min(digits, BLOB_TRANSACTIONS_MAX - pending.length) - queued.length
  if (nonce <= gap || allowed >= 1) return
  const problem = `nonce too high: tx nonce ${nonce}, gapped nonce ${gap}`
  throw new PoolError('NONCE_TOO_HIGH', problem)
}

function requireBlobRoom<T extends PooledTransaction>(
  { nonce }: T,
  { pending }: AdmissionContext<T>,
): void {
  const isReplacement = pending.some((each) => each.nonce === nonce)
  if (isReplacement || pending.length < BLOB_TRANSACTIONS_MAX) return
  const problem = `account limit exceeded: pooled ${pending.length} txs`
  throw new PoolError('ACCOUNT_LIMIT', problem)
}

/** The sender must be able to pay all of its pending transactions together. */
function requireFunds<T extends PooledTransaction>(
  { nonce, cost }: T,
  { account: { balance }, pending }: AdmissionContext<T>,
): void {
  const refuse = (details: string, needed: bigint): PoolError => {
    const problem = `insufficient funds for gas * price + value: balance ${balance}, ${details}, overshot ${needed - balance}`
    return new PoolError('INSUFFICIENT_FUNDS', problem)
  }
  if (cost > balance) throw refuse(`tx cost ${cost}`, cost)
  const spent = pending.reduce((sum, each) => sum + each.cost, 0n)
  const old = pending.find((each) => each.nonce === nonce)
  const added = cost - (old?.cost ?? 0n)
  if (spent + added <= balance) return
  const what = old === undefined ? `tx cost ${cost}` : `tx bumped ${added}`
  throw refuse(`queued cost ${spent}, ${what}`, spent + added)
}

/** An account whose code may spend its ether at any time may have one transaction only (EIP-7702). */
function requireFewOfDelegated<T extends PooledTransaction>(
  { nonce, blobFeeCap, isImpersonated = false }: T,
  { account, pending, isAuthority }: AdmissionContext<T>,
): void {
  // An impersonated contract may have several.
  if (isImpersonated || (!account.hasCode && !isAuthority)) return
  if (pending.length === 0) {
    if (blobFeeCap !== undefined || nonce === account.nonce) return
    throw new PoolError('DELEGATION_LIMIT', 'gapped-nonce tx from delegated accounts')
  }
  const isReplacement = pending.some((each) => each.nonce === nonce)
  if (isReplacement && (blobFeeCap === undefined || pending.length === 1)) return
  const problem = 'in-flight transaction limit reached for delegated accounts'
  throw new PoolError('DELEGATION_LIMIT', problem)
}

function requireFreeAuthorities<T extends PooledTransaction>(
  { authorities }: T,
  { contentOf }: AdmissionContext<T>,
): void {
  for (const authority of authorities) {
    const { count, hasBlobs } = contentOf(authority)
    if (count <= 1 && !hasBlobs) continue
    throw new PoolError('AUTHORITY_RESERVED', 'authority already reserved')
  }
}
