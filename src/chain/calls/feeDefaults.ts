import { toQuantity } from '../../primitives/hex.ts'
import { isAtLeast } from '../protocol/forks.ts'
import type { BlockContext } from './blockContext.ts'
import { requireOnePrice } from './callDefaults.ts'
import { serverError } from './callError.ts'
import type { CallMessage } from './message.ts'

/** Whether a call names a fee, so that its other fees get the defaults of a transaction. */
export function namesFee(call: CallMessage): boolean {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } = call
  return [gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas].some(
    (fee) => fee !== undefined,
  )
}

/** Whether the defaults of the fees of a call depend on the suggested tip. */
export function needsTip(call: CallMessage): boolean {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = call
  if (!namesFee(call) || gasPrice !== undefined) return false
  return maxFeePerGas === undefined || maxPriorityFeePerGas === undefined
}

/**
 * Fills in the fees that a call leaves out as for a transaction (geth, internal/ethapi/transaction_args.go,
 * setFeeDefaults).
 *
 * @param tip that is suggested, in wei per gas
 * @throws {CallError} if the fees contradict each other or the block
 */
export function withFeeDefaults(call: CallMessage, block: BlockContext, tip: bigint): CallMessage {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } = call
  if (maxFeePerBlobGas === 0n) throw serverError('maxFeePerBlobGas, if specified, must be non-zero')
  if (gasPrice !== undefined) {
    requireLegacyPrice(call, block)
    return withBlobFee(call, block)
  }
  const isLondon = isAtLeast(block.fork, 'london')
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined) {
    if (maxFeePerGas === 0n) throw serverError('maxFeePerGas must be non-zero')
  } else if (!isLondon) {
    if (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined) {
      throw serverError(
        'maxFeePerGas and maxPriorityFeePerGas are not valid before London is active',
      )
    }
    return { ...call, gasPrice: tip }
  }
  const tipCap = maxPriorityFeePerGas ?? tip
  const feeCap = maxFeePerGas ?? tipCap + 2n * (block.baseFee ?? 0n)
  if (feeCap < tipCap) {
    throw serverError(
      `maxFeePerGas (${toQuantity(feeCap)}) < maxPriorityFeePerGas (${toQuantity(tipCap)})`,
    )
  }
  return withBlobFee({ ...call, maxFeePerGas: feeCap, maxPriorityFeePerGas: tipCap }, block)
}

function requireLegacyPrice(call: CallMessage, block: BlockContext): void {
  const { gasPrice, authorizationList } = call
  requireOnePrice(call)
  if (authorizationList !== undefined)
    throw serverError('both gasPrice and authorizationList specified')
  if (gasPrice === 0n && isAtLeast(block.fork, 'london')) {
    throw serverError('gasPrice must be non-zero after london fork')
  }
}

/** The price of blob gas may double before the transaction is mined. */
function withBlobFee(call: CallMessage, { blobBaseFee }: BlockContext): CallMessage {
  const { blobVersionedHashes, maxFeePerBlobGas } = call
  if (blobVersionedHashes === undefined || maxFeePerBlobGas !== undefined) return call
  return blobBaseFee === undefined ? call : { ...call, maxFeePerBlobGas: 2n * blobBaseFee }
}
