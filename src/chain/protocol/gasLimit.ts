/** The lowest gas limit of a block (EIP-1985). */
const GAS_LIMIT_MIN = 5000n

/** The highest gas limit of a block (Yellow Paper 4.4.4, EIP-1985). */
const GAS_LIMIT_MAX = 2n ** 63n - 1n

/** A block's gas limit differs from its parent's by less than 1/1024 of that. */
const GAS_LIMIT_DIVISOR = 1024n

/** The header fields of two blocks that decide about a gas limit. */
interface GasLimits {
  /** in gas */
  readonly gasLimit: bigint
  /** in wei per gas; absent before London */
  readonly baseFeePerGas?: bigint | undefined
}

/**
 * What is wrong with the gas limit of a block (Yellow Paper 4.4.4, EIP-1559). In the first block of London it may differ
 * a little from twice that of its parent.
 */
export function gasLimitProblem(block: GasLimits, parent: GasLimits): string | undefined {
  const { gasLimit } = block
  const isLondonBlock = block.baseFeePerGas !== undefined && parent.baseFeePerGas === undefined
  const expected = isLondonBlock ? 2n * parent.gasLimit : parent.gasLimit
  const step = expected / GAS_LIMIT_DIVISOR
  const distance = gasLimit > expected ? gasLimit - expected : expected - gasLimit
  if (distance > 0n && distance >= step) {
    return `${gasLimit} is too far from ${expected}: it may change by less than ${step}`
  }
  if (gasLimit >= GAS_LIMIT_MIN && gasLimit <= GAS_LIMIT_MAX) return undefined
  return `${gasLimit} is not from ${GAS_LIMIT_MIN} to ${GAS_LIMIT_MAX}`
}
