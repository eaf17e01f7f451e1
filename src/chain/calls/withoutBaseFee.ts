import type { AppliedMessage } from './appliedMessage.ts'
import type { BlockContext } from './blockContext.ts'

/**
 * The block as a call sees it: it has no base fee where the call pays no price (as in geth).
 *
 * @param options `allowsCheapCalls`: its base fee is at most what the call offers, and BASEFEE returns the block's (as in
 *   Anvil)
 */
export function withoutBaseFee(
  block: BlockContext,
  {
    gasPrice,
    gasFeeCap,
    blobGasFeeCap,
  }: Pick<AppliedMessage, 'gasPrice' | 'gasFeeCap' | 'blobGasFeeCap'>,
  { allowsCheapCalls = false }: { readonly allowsCheapCalls?: boolean | undefined } = {},
): BlockContext {
  const offered = allowsCheapCalls && gasFeeCap < (block.baseFee ?? 0n) ? gasFeeCap : block.baseFee
  const baseFee = gasPrice === 0n ? 0n : offered
  const blobBaseFee = blobGasFeeCap === 0n ? 0n : block.blobBaseFee
  const shownBaseFee = allowsCheapCalls ? block.baseFee : undefined
  return { ...block, baseFee, shownBaseFee, blobBaseFee }
}
