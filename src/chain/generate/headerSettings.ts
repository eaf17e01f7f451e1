import type { Hex } from '../../primitives/hex.ts'

/** Header fields of a block that a test sets, instead of what the generator draws or the protocol computes. */
export interface HeaderSettings {
  /** DATA, 20 bytes: who receives the fees */
  readonly miner?: Hex | undefined
  /** in gas */
  readonly gasLimit?: bigint | undefined
  /** in wei per gas; has no effect in the first block of London and before */
  readonly baseFeePerGas?: bigint | undefined
  /** DATA, 32 bytes: the beacon chain's randomness (EIP-4399); has no effect before the merge */
  readonly prevRandao?: Hex | undefined
}

/** Settings as text that differs where they do. */
export function settingsText(settings: HeaderSettings = {}): string {
  const { miner, gasLimit, baseFeePerGas, prevRandao } = settings
  return [miner, gasLimit, baseFeePerGas, prevRandao].map((value) => `${value ?? ''}`).join()
}
