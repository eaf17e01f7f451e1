import { type ForkName, forkNames, isAtLeast } from './forks.ts'

/** The blob gas that one blob uses (EIP-4844). */
export const GAS_PER_BLOB = 131_072n

/** In gas: a blob costs at least as much as this amount of gas (EIP-7918). */
const BLOB_BASE_COST = 8192n

/**
 * e to the power of 200 is above 2^288. A genesis may state any excess, for which the series would take forever, to
 * compute a price that no fee of 32 bytes can pay.
 */
const EXPONENT_MAX = 200n
const BLOB_BASE_FEE_CAP = 2n ** 288n

/** The limits on blobs of a fork (EIP-7840). */
export interface BlobLimits {
  /** number of blobs in a block at which their fee stays constant */
  readonly target: number
  /** maximum number of blobs in a block */
  readonly max: number
  readonly baseFeeUpdateFraction: number
}

/** The limits of mainnet, the only ones supported (EIP-4844, EIP-7691, EIP-7892). */
export const blobSchedule: Readonly<Partial<Record<ForkName, BlobLimits>>> = {
  cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 },
  prague: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
  osaka: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
  bpo1: { target: 10, max: 15, baseFeeUpdateFraction: 8_346_193 },
  bpo2: { target: 14, max: 21, baseFeeUpdateFraction: 11_684_671 },
}

/** The limits of a fork: its own, or those of the last fork before it that has some; undefined before Cancun. */
export function blobLimits(fork: ForkName): BlobLimits | undefined {
  const upToFork = forkNames.slice(0, forkNames.indexOf(fork) + 1)
  const withLimits = upToFork.findLast((name) => blobSchedule[name] !== undefined)
  return withLimits && blobSchedule[withLimits]
}

/** The header fields from which the next block's excess blob gas follows. */
export interface BlobGasParent {
  /** in blob gas; absent before Cancun */
  readonly blobGasUsed?: bigint
  /** in blob gas; absent before Cancun */
  readonly excessBlobGas?: bigint
  /** in wei per gas; absent before London */
  readonly baseFeePerGas?: bigint
}

/**
 * The excess blob gas of a block: what its ancestors used above the target (EIP-4844). From Osaka on it does not fall
 * while blobs are cheaper than the gas that they cost a node (EIP-7918).
 *
 * @param limits of the block's fork
 * @returns in blob gas
 */
export function excessBlobGasAfter(
  { blobGasUsed = 0n, excessBlobGas = 0n, baseFeePerGas = 0n }: BlobGasParent,
  fork: ForkName,
  limits: BlobLimits,
): bigint {
  const sum = excessBlobGas + blobGasUsed
  const target = GAS_PER_BLOB * BigInt(limits.target)
  if (sum < target) return 0n
  const blobPrice = GAS_PER_BLOB * blobBaseFee(excessBlobGas, limits)
  if (isAtLeast(fork, 'osaka') && BLOB_BASE_COST * baseFeePerGas > blobPrice) {
    const { max, target } = limits
    return excessBlobGas + (blobGasUsed * BigInt(max - target)) / BigInt(max)
  }
  return sum - target
}

/**
 * The price of blob gas: e to the power of the excess over the update fraction, as a Taylor series in integers
 * (`fake_exponential` of EIP-4844).
 *
 * @param excess in blob gas
 * @returns in wei per blob gas
 */
export function blobBaseFee(excess: bigint, { baseFeeUpdateFraction }: BlobLimits): bigint {
  const fraction = BigInt(baseFeeUpdateFraction)
  if (excess > EXPONENT_MAX * fraction) return BLOB_BASE_FEE_CAP
  let sum = 0n
  let term = fraction
  for (let power = 1n; term > 0n; power++) {
    sum += term
    term = (term * excess) / fraction / power
  }
  return sum / fraction
}

/**
 * The price of blob gas in a block.
 *
 * @param excess in blob gas; absent before Cancun
 * @returns in wei per blob gas; undefined if the block has no blob gas
 */
export function blobBaseFeeOf(fork: ForkName, excess: bigint | undefined): bigint | undefined {
  const limits = blobLimits(fork)
  return excess === undefined || limits === undefined ? undefined : blobBaseFee(excess, limits)
}
