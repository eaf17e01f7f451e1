import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { Tip } from '../../chain/encoding/decode/tips.ts'
import { feeHeaderOf, feeTipsOf } from '../../chain/encoding/recordedFees.ts'
import { senderAt } from '../../chain/encoding/senders.ts'
import { toHex } from '../../primitives/hex.ts'

/** How many tips of a block geth's oracle samples. */
const SAMPLES = 3

/** In wei per gas: geth's oracle ignores lower tips. */
const IGNORED_BELOW = 2n

/** An object, its two lists, and the entry of a map. */
const BASE_BYTES = 400

/** A bigint, its entry in a list, and a number. */
const TIP_BYTES = 40

/** What the transactions of a block paid its miner, in ascending order. Equal tips are one. */
export class BlockTips {
  /** in wei per gas, ascending */
  readonly #tips: bigint[] = []
  /** in gas: that of the transactions with this tip or a lower one */
  readonly #gasUpTo: number[] = []
  readonly #hasReceipts: boolean
  /** The lowest tips that geth's oracle samples, in wei per gas: not the miner's own, at most three. */
  readonly sampled: readonly bigint[]

  /** @throws {UnknownFeeError} if the block was recorded without its prices */
  constructor(block: SealedBlock) {
    const { miner } = feeHeaderOf(block)
    const tips = feeTipsOf(block)
    this.#hasReceipts = tips.every(({ gasUsed }) => gasUsed !== undefined)
    const ascending = tips.map((_, index) => index).sort((one, other) => compare(tips, one, other))
    const sampled: bigint[] = []
    let gas = 0
    for (const index of ascending) {
      const { tip, gasUsed = 0, sender = senderOf(block, index) } = tips[index] as Tip
      gas += gasUsed
      if (this.#tips.at(-1) !== tip) {
        this.#tips.push(tip)
        this.#gasUpTo.push(gas)
      } else this.#gasUpTo[this.#gasUpTo.length - 1] = gas
      const isSampled = sampled.length < SAMPLES && tip >= IGNORED_BELOW
      if (isSampled && sender !== miner) sampled.push(tip)
    }
    this.sampled = sampled
  }

  /** How much memory it takes, in bytes: an estimate. */
  get bytes(): number {
    return BASE_BYTES + TIP_BYTES * this.#tips.length
  }

  /**
   * The tips at percentiles of the gas that the block used, as geth's `eth_feeHistory` finds them: zeros for a block
   * without transactions, and nothing without receipts.
   *
   * @param percentiles ascending, from 0 to 100
   * @param gasUsed in gas: that of the header
   * @returns in wei per gas
   */
  at(percentiles: readonly number[], gasUsed: number): bigint[] {
    if (!this.#hasReceipts) return []
    if (this.#tips.length === 0) return percentiles.map(() => 0n)
    let index = 0
    return percentiles.map((percentile) => {
      const wanted = Math.trunc((gasUsed * percentile) / 100)
      while ((this.#gasUpTo[index] as number) < wanted && index < this.#tips.length - 1) index++
      return this.#tips[index] as bigint
    })
  }
}

function compare(tips: readonly Tip[], one: number, other: number): number {
  const [left, right] = [(tips[one] as Tip).tip, (tips[other] as Tip).tip]
  if (left === right) return 0
  return left < right ? -1 : 1
}

function senderOf(block: SealedBlock, index: number): string {
  return toHex(senderAt(block, index))
}
