import type { AppliedMessage } from './appliedMessage.ts'
import type { BlockContext } from './blockContext.ts'

/** The block as a call sees it: it has no base fee where the call pays no price (as in geth). */
export function withoutBaseFee(
  block: BlockContext,
  { gasPrice, blobGasFeeCap }: Pick<AppliedMessage, 'gasPrice' | 'blobGasFeeCap'>,
): BlockContext {
  return {
    ...block,
    ...(gasPrice === 0n && { baseFee: 0n }),
    ...(blobGasFeeCap === 0n && { blobBaseFee: 0n }),
  }
}
