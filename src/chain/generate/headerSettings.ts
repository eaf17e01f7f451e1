import type { Hex } from '../../primitives/hex.ts'

/** The most withdrawals of a block (MAX_WITHDRAWALS_PER_PAYLOAD of the consensus specification). */
export const WITHDRAWALS_MAX = 16

/** A withdrawal of ether from the beacon chain to an account (EIP-4895). */
interface WithdrawalSetting {
  /** DATA, 20 bytes */
  readonly address: Hex
  readonly gwei: number
  readonly validatorIndex: number
}

/** What a test sets of a block, instead of what the generator draws or the protocol computes. */
export interface HeaderSettings {
  /** DATA, 20 bytes: who receives the fees */
  readonly miner?: Hex | undefined
  /** in gas */
  readonly gasLimit?: bigint | undefined
  /** in wei per gas; has no effect in the first block of London and before */
  readonly baseFeePerGas?: bigint | undefined
  /** DATA, 32 bytes: the beacon chain's randomness (EIP-4399); has no effect before the merge */
  readonly prevRandao?: Hex | undefined
  /** in addition to those that are drawn; they have no effect before Shanghai */
  readonly withdrawals?: readonly WithdrawalSetting[] | undefined
}

/** Settings as text that differs where they do. */
export function settingsText(settings: HeaderSettings = {}): string {
  const { miner, gasLimit, baseFeePerGas, prevRandao, withdrawals = [] } = settings
  return [
    ...[miner, gasLimit, baseFeePerGas, prevRandao].map((value) => `${value ?? ''}`),
    ...withdrawals.flatMap(({ address, gwei, validatorIndex }) => [address, gwei, validatorIndex]),
  ].join()
}
