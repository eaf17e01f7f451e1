import type { DecodedHeader } from './decodedHeader.ts'
import { Violation } from './finding.ts'

/** The header fields from which a child's gas limit and base fee follow. */
export interface GasParent {
  /** in gas */
  readonly gasLimit: bigint
  /** in gas */
  readonly gasUsed: bigint
  /** in wei per gas; undefined before London */
  readonly baseFeePerGas: bigint | undefined
}

const GAS_LIMIT_MIN = 5000n
const GAS_LIMIT_BOUND_DIVISOR = 1024n
const ELASTICITY = 2n
const BASE_FEE_CHANGE_DENOMINATOR = 8n
const INITIAL_BASE_FEE = 1_000_000_000n

/**
 * The gas limit changes by less than 1/1024 of the parent's (Yellow Paper 4.3.4). London doubles the parent's first, so
 * that the old limit becomes the target (EIP-1559).
 *
 * @throws {Violation}
 */
export function requireGasLimit(prefix: string, header: DecodedHeader, parent: GasParent): void {
  const isFirstOfLondon = header.forks.includes('london') && parent.baseFeePerGas === undefined
  const base = isFirstOfLondon ? parent.gasLimit * ELASTICITY : parent.gasLimit
  const bound = base / GAS_LIMIT_BOUND_DIVISOR
  const lowest = base - bound + 1n > GAS_LIMIT_MIN ? base - bound + 1n : GAS_LIMIT_MIN
  const highest = base + bound - 1n
  if (header.gasLimit < lowest || header.gasLimit > highest) {
    throw new Violation(
      `${prefix}gasLimit`,
      header.gasLimit,
      `${lowest} to ${highest}`,
      `it moves by less than 1/1024 of ${base} a block (Yellow Paper 4.3.4, EIP-1559)`,
    )
  }
}

/**
 * The base fee rises by up to an eighth if the parent used more than half of its gas limit, and falls by up to an
 * eighth if it used less (EIP-1559).
 *
 * @returns in wei per gas
 */
export function expectedBaseFee({ gasLimit, gasUsed, baseFeePerGas }: GasParent): bigint {
  if (baseFeePerGas === undefined) return INITIAL_BASE_FEE
  const target = gasLimit / ELASTICITY
  if (gasUsed === target) return baseFeePerGas
  if (gasUsed < target) {
    return (
      baseFeePerGas - (baseFeePerGas * (target - gasUsed)) / target / BASE_FEE_CHANGE_DENOMINATOR
    )
  }
  const rise = (baseFeePerGas * (gasUsed - target)) / target / BASE_FEE_CHANGE_DENOMINATOR
  return baseFeePerGas + (rise > 0n ? rise : 1n)
}
