import { type ForkName, isAtLeast } from './forks.ts'

/** The fork that added each type of transaction (EIP-2718). */
export const TYPE_FORKS = ['chainstart', 'berlin', 'london', 'cancun', 'prague'] as const

/** What decides since when a transaction is valid. */
interface TypedTransaction {
  readonly type: number
  /** undefined for a legacy transaction that is not for one chain only (EIP-155) */
  readonly chainId?: bigint | undefined
}

/** Whether blocks of a fork can have a transaction of this type, and with this kind of signature. */
export function allowsTransaction(fork: ForkName, { type, chainId }: TypedTransaction): boolean {
  if (type === 0 && chainId !== undefined) return isAtLeast(fork, 'spuriousDragon')
  const since = TYPE_FORKS[type]
  return since !== undefined && isAtLeast(fork, since)
}
