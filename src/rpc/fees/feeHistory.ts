import type { SealedBlock } from '../../chain/encoding/block.ts'
import { HeaderFees } from '../../chain/encoding/headerFees.ts'
import type { Rules } from '../../chain/protocol/rules.ts'
import { toQuantity } from '../../primitives/hex.ts'
import type { Steps } from '../steps.ts'
import type { TipCache } from './tipCache.ts'

/** The result of `eth_feeHistory` without any block, as geth writes it. */
export const NO_FEE_HISTORY = '{"oldestBlock":"0x0","gasUsedRatio":null}'

/** What a fee history covers. */
interface FeeHistoryRequest {
  /** in order */
  readonly blocks: readonly SealedBlock[]
  /** ascending, from 0 to 100; empty for a history without tips */
  readonly percentiles: readonly number[]
  readonly rules: Rules
  /** in wei per gas: of the block after them, if it is set by hand or recorded */
  readonly nextBaseFee: bigint | undefined
}

/**
 * The fees of some blocks in a row, and those of the block after them, as geth 1.17 computes them
 * (`eth/gasprice/feehistory.go`). Where geth's prediction for the next block and that block's own blob base fee differ,
 * because a fork changes the price, geth writes either of them; here it is the block's own.
 *
 * @returns JSON
 * @throws {UnknownFeeError} if a recording does not show one of them
 */
export function* feeHistory(
  { blocks, percentiles, rules, nextBaseFee }: FeeHistoryRequest,
  tips: TipCache,
): Steps<string> {
  const rewards: string[] = []
  const baseFees: string[] = []
  const gasUsedRatios: number[] = []
  const blobBaseFees: string[] = []
  const blobGasUsedRatios: number[] = []
  let last: HeaderFees | undefined
  let bytes = 0
  for (const block of blocks) {
    const fees = new HeaderFees(block, rules)
    last = fees
    if (percentiles.length > 0) {
      const reward = tips.of(block).at(percentiles, fees.gasUsed).map(quantity).join()
      rewards.push(`[${reward}]`)
      bytes += reward.length
    }
    baseFees.push(quantity(fees.baseFee))
    gasUsedRatios.push(fees.gasUsedRatio)
    blobBaseFees.push(quantity(fees.blobBaseFee))
    blobGasUsedRatios.push(fees.blobGasUsedRatio)
    yield bytes
  }
  const [oldest] = blocks
  if (oldest === undefined || last === undefined) return NO_FEE_HISTORY
  baseFees.push(quantity(nextBaseFee ?? last.nextBaseFee))
  blobBaseFees.push(quantity(last.nextBlobBaseFee))
  const reward = percentiles.length > 0 ? `"reward":[${rewards}],` : ''
  const fees = `"baseFeePerGas":[${baseFees}],"gasUsedRatio":[${gasUsedRatios}]`
  const blobFees = `"baseFeePerBlobGas":[${blobBaseFees}],"blobGasUsedRatio":[${blobGasUsedRatios}]`
  return `{"oldestBlock":${quantity(oldest.number)},${reward}${fees},${blobFees}}`
}

/** A QUANTITY as JSON; undefined is 0. */
function quantity(value: bigint | number = 0n): string {
  return `"${toQuantity(value)}"`
}
