import { baseFeeAfter } from '../protocol/baseFee.ts'
import { blobBaseFeeOf, blobLimits, excessBlobGasAfter, GAS_PER_BLOB } from '../protocol/blobGas.ts'
import { forkAt, isAtLeast } from '../protocol/forks.ts'
import type { Rules } from '../protocol/rules.ts'
import type { SealedBlock } from './block.ts'
import { headerOf } from './decode/headerOf.ts'
import type { Header } from './header.ts'

/** The fees that a header states or determines. */
export class HeaderFees {
  readonly #header: Header
  readonly #rules: Rules

  constructor(block: Pick<SealedBlock, 'rlp'>, rules: Rules) {
    this.#header = headerOf(block)
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
    return isLondon ? baseFeeAfter(this.#header) : undefined
  }

  /** In wei per blob gas; undefined before Cancun. */
  get blobBaseFee(): bigint | undefined {
    return blobBaseFeeOf(this.#blobs.fork, this.#header.excessBlobGas)
  }

  /**
   * The blob base fee of the next block, in wei per blob gas; undefined before Cancun. As in geth, it assumes that the
   * next block has the same fork.
   */
  get nextBlobBaseFee(): bigint | undefined {
    const { fork, limits } = this.#blobs
    if (this.#header.excessBlobGas === undefined || limits === undefined) return undefined
    return blobBaseFeeOf(fork, excessBlobGasAfter(this.#header, fork, limits))
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
    const { limits } = this.#blobs
    const { blobGasUsed } = this.#header
    if (blobGasUsed === undefined || limits === undefined) return 0
    return ratio(blobGasUsed, GAS_PER_BLOB * BigInt(limits.max))
  }

  get #blobs() {
    const { number, timestamp } = this.#header
    const fork = forkAt(this.#rules.forks, number, timestamp)
    return { fork, limits: blobLimits(fork) }
  }
}

function ratio(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(part) / Number(whole)
}
