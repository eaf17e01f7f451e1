/** In wei per gas: the base fee of the first block of London (EIP-1559). */
export const INITIAL_BASE_FEE = 1_000_000_000n

/** How many times its target a block may use (EIP-1559). */
const ELASTICITY = 2n

/** The base fee changes by at most one part in this many (EIP-1559). */
const CHANGE_DENOMINATOR = 8n

/** The header fields from which the next block's base fee follows. */
export interface BaseFeeParent {
  /** in gas */
  readonly gasLimit: bigint
  /** in gas */
  readonly gasUsed: bigint
  /** in wei per gas; absent before London */
  readonly baseFeePerGas?: bigint
}

/**
 * The base fee of the block after a block (EIP-1559). The caller makes sure that London is active by then.
 *
 * @returns in wei per gas
 */
export function baseFeeAfter({ gasLimit, gasUsed, baseFeePerGas }: BaseFeeParent): bigint {
  if (baseFeePerGas === undefined) return INITIAL_BASE_FEE
  const target = gasLimit / ELASTICITY
  if (gasUsed === target || target === 0n) return baseFeePerGas
  const distance = gasUsed > target ? gasUsed - target : target - gasUsed
  const change = (baseFeePerGas * distance) / target / CHANGE_DENOMINATOR
  if (gasUsed < target) return baseFeePerGas - change
  return baseFeePerGas + (change > 0n ? change : 1n)
}

/**
 * The base fee of an empty block after which the next one has this base fee: that has seven eighths of it, rounded up.
 *
 * @param baseFeePerGas in wei per gas
 */
export function baseFeeBefore(baseFeePerGas: bigint): bigint {
  return (baseFeePerGas * CHANGE_DENOMINATOR) / (CHANGE_DENOMINATOR - 1n)
}
