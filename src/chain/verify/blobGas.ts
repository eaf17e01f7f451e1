import type { ActiveForks } from './protocol.ts'

/** The header fields from which a child's excess blob gas follows. */
export interface BlobGasParent {
  /** in blob gas; undefined before Cancun */
  readonly blobGasUsed: bigint | undefined
  /** in blob gas; undefined before Cancun */
  readonly excessBlobGas: bigint | undefined
  /** in wei per gas */
  readonly baseFeePerGas: bigint | undefined
}

/** The blob target and limit of a fork (EIP-7840). */
interface BlobSchedule {
  /** in blob gas a block */
  readonly target: bigint
  /** in blob gas a block */
  readonly max: bigint
  /** how slowly the price moves */
  readonly updateFraction: bigint
}

/** Blob gas of one blob (EIP-4844). */
export const GAS_PER_BLOB = 131_072n

/** In wei per blob gas (EIP-4844). */
const BLOB_BASE_FEE_MIN = 1n

/** In gas: a blob costs at least as much as this amount of gas (EIP-7918). */
const BLOB_BASE_COST = 8192n

/**
 * e to the power of 200 is above 2^288. A genesis may state any excess, for which the series would take forever, to
 * compute a price that no fee of 32 bytes can pay.
 */
const EXPONENT_MAX = 200n
const BLOB_BASE_FEE_CAP = 2n ** 288n

/** The mainnet schedules, the latest first. */
const schedules = [
  ['bpo2', inBlobs(14n, 21n, 11_684_671n)], // EIP-7892, EIP-8135
  ['bpo1', inBlobs(10n, 15n, 8_346_193n)], // EIP-7892, EIP-8134
  ['prague', inBlobs(6n, 9n, 5_007_716n)], // EIP-7691
  ['cancun', inBlobs(3n, 6n, 3_338_477n)], // EIP-4844
] as const

function inBlobs(target: bigint, max: bigint, updateFraction: bigint): BlobSchedule {
  return { target: target * GAS_PER_BLOB, max: max * GAS_PER_BLOB, updateFraction }
}

/** The schedule of a fork. The caller makes sure that it supports blobs. */
function scheduleOf(forks: ActiveForks): BlobSchedule {
  const found = schedules.find(([fork]) => forks.includes(fork))
  if (found === undefined) throw new RangeError(`there are no blobs under ${forks.latest}`)
  return found[1]
}

/** The blob gas limit of a block. */
export function blobGasMax(forks: ActiveForks): bigint {
  return scheduleOf(forks).max
}

/**
 * The excess that a block must have: what its ancestors used above the target (EIP-4844). From Osaka on it does not
 * fall while blobs are cheaper than the gas that they cost a node (EIP-7918). Target, limit and price are those of the
 * block's own fork, even in the fork's first block.
 *
 * @returns in blob gas
 */
export function expectedExcessBlobGas(parent: BlobGasParent, forks: ActiveForks): bigint {
  const { target, max } = scheduleOf(forks)
  const { excessBlobGas = 0n, blobGasUsed = 0n, baseFeePerGas = 0n } = parent
  if (excessBlobGas + blobGasUsed < target) return 0n
  const reservePrice = BLOB_BASE_COST * baseFeePerGas
  if (forks.includes('osaka') && reservePrice > GAS_PER_BLOB * blobBaseFee(excessBlobGas, forks)) {
    return excessBlobGas + (blobGasUsed * (max - target)) / max
  }
  return excessBlobGas + blobGasUsed - target
}

/**
 * The price of blob gas: e to the power of the excess over the update fraction, as a Taylor series in integers
 * (`fake_exponential` of EIP-4844).
 *
 * @returns in wei per blob gas
 */
export function blobBaseFee(excessBlobGas: bigint, forks: ActiveForks): bigint {
  const { updateFraction } = scheduleOf(forks)
  if (excessBlobGas > EXPONENT_MAX * updateFraction) return BLOB_BASE_FEE_CAP
  let sum = 0n
  let term = BLOB_BASE_FEE_MIN * updateFraction
  for (let i = 1n; term > 0n; i++) {
    sum += term
    term = (term * excessBlobGas) / (updateFraction * i)
  }
  return sum / updateFraction
}
