import { baseFeeAfter } from '../protocol/baseFee.ts'
import { blobBaseFeeOf, blobLimits, excessBlobGasAfter, GAS_PER_BLOB } from '../protocol/blobGas.ts'
import { type ForkName, forkAt, isAtLeast } from '../protocol/forks.ts'
import type { Rules } from '../protocol/rules.ts'
import type { SealedBlock } from './block.ts'
import { type FeeHeader, feeHeaderOf } from './recordedFees.ts'
import { UnknownFeeError } from './unknownFeeError.ts'

/**
 * The fees that a header states or determines. Those of a recording may be unknown: then reading one throws an
 * UnknownFeeError.
 */
export class HeaderFees {
  readonly #header: FeeHeader
  readonly #rules: Rules

  /** @throws {UnknownFeeError} if the header of a recorded block is incomplete */
  constructor(block: Pick<SealedBlock, 'rlp' | 'recorded' | 'number'>, rules: Rules) {
    this.#header = feeHeaderOf(block)
    this.#rules = rules
  }

  /** In wei per gas; undefined before London. */
  get baseFee(): bigint | undefined {
    return this.#header.baseFeePerGas
  }

  /** The base fee of the next block, in wei per gas; undefined if that is before London. */
  get nextBaseFee(): bigint | undefined {
    const { number, timestamp } = this.#header
    const isLondon = isAtLeast(forkAt(this.#rules.forks, number + 1, timestamp), 'london')
    if (!isLondon) return undefined
    if (this.#rules.inferred?.followsEip1559 === false) {
      const reason = 'the base fees of its chain are not those of EIP-1559 on mainnet'
      throw new UnknownFeeError(`the base fee after block ${number} is unknown: ${reason}`)
    }
    return baseFeeAfter(this.#header)
  }

  /** In wei per blob gas; undefined before Cancun. */
  get blobBaseFee(): bigint | undefined {
    const { excessBlobGas } = this.#header
    // The same in all forks.
    if (excessBlobGas === 0n && this.#rules.inferred !== undefined) return MIN_BLOB_BASE_FEE
    return this.#agreed('blob base fee of', (fork) => blobBaseFeeOf(fork, excessBlobGas))
  }

  /**
   * The blob base fee of the next block, in wei per blob gas; undefined before Cancun. As in geth, it assumes that the
   * next block has the same fork.
   */
  get nextBlobBaseFee(): bigint | undefined {
    if (this.#header.excessBlobGas === undefined) return undefined
    return this.#agreed('blob base fee after', (fork) => {
      const limits = blobLimits(fork)
      return limits && blobBaseFeeOf(fork, excessBlobGasAfter(this.#header, fork, limits))
    })
  }

  /** In gas. */
  get gasUsed(): number {
    return Number(this.#header.gasUsed)
  }

  /** The part of the gas limit that is used. */
  get gasUsedRatio(): number {
    return ratio(this.#header.gasUsed, this.#header.gasLimit)
  }

  /** The part of the blob gas limit that is used; 0 before Cancun. */
  get blobGasUsedRatio(): number {
    const { blobGasUsed = 0n } = this.#header
    if (blobGasUsed === 0n) return 0
    return this.#agreed('part of the blob gas limit used by', (fork) => {
      const limits = blobLimits(fork)
      return limits === undefined ? 0 : ratio(blobGasUsed, GAS_PER_BLOB * BigInt(limits.max))
    })
  }

  /**
   * A value that depends on the fork of the block.
   *
   * @throws {UnknownFeeError} if that fork is not known well enough
   */
  #agreed<Value>(what: string, valueIn: (fork: ForkName) => Value): Value {
    const { number, timestamp } = this.#header
    const { forks: schedule, inferred } = this.#rules
    const run = inferred?.blobForks.findLast(({ from }) => from <= number)
    const [first, ...others] = run?.forks ?? [forkAt(schedule, number, timestamp)]
    const reason =
      first === undefined
        ? 'its price of blobs is not the one of a fork of mainnet'
        : `the recording does not show whether its fork is ${[first, ...others].join(' or ')}`
    if (first !== undefined) {
      const value = valueIn(first)
      if (others.every((fork) => valueIn(fork) === value)) return value
    }
    throw new UnknownFeeError(`the ${what} block ${number} is unknown: ${reason}`)
  }
}

/** In wei per blob gas: the price without excess (EIP-4844). */
const MIN_BLOB_BASE_FEE = 1n

function ratio(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(part) / Number(whole)
}
