import type { AppliedMessage } from './appliedMessage.ts'
import type { BlockContext } from './blockContext.ts'

/** The block as a call sees it: it has no base fee where the call pays no price (as in geth). */
export function withoutBaseFee(
  block: BlockContext,
  { gasPrice, blobGasFeeCap }: Pick<AppliedMessage, 'gasPrice' | 'blobGasFeeCap'>,
): BlockContext {
  const baseFee = gasPrice === 0n ? 0n : block.baseFee
  const blobBaseFee = blobGasFeeCap === 0n ? 0n : block.blobBaseFee
  return { ...block, baseFee, blobBaseFee }
}
