import type { Hex } from '../primitives/hex.ts'

/** What the pool knows of a transaction. */
export interface PooledTransaction {
  readonly hash: Hex
  readonly sender: Hex
  /** whether nobody has signed it */
  readonly isImpersonated?: boolean
  readonly nonce: bigint
  /** in gas */
  readonly gas: bigint
  /** in wei per gas: the most that the sender pays, base fee included */
  readonly feeCap: bigint
  /** in wei per gas: the most that goes to the miner */
  readonly tipCap: bigint
  /** whether a higher fee cap is enough to replace another transaction, as in Anvil */
  readonly replacesByFeeCap?: boolean
  /** in wei per blob gas; undefined if it has no blobs */
  readonly blobFeeCap: bigint | undefined
  /** in wei: value, gas and blob gas at the highest fees */
  readonly cost: bigint
  /** the accounts that authorize code with it, each once (EIP-7702) */
  readonly authorities: readonly Hex[]
  /** in bytes: how much memory it takes */
  readonly bytes: number
}

/** What goes to the miner for each unit of gas; negative if the transaction does not pay the base fee (EIP-1559). */
export function effectiveTip({ feeCap, tipCap }: PooledTransaction, baseFee: bigint): bigint {
  const left = feeCap - baseFee
  return left < tipCap ? left : tipCap
}
