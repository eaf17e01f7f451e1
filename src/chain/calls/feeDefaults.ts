import { toQuantity } from '../../primitives/hex.ts'
import type { BlockContext } from './blockContext.ts'
import { requireOnePrice } from './callDefaults.ts'
import { callServerError } from './callError.ts'
import type { CallMessage } from './message.ts'

/** Whether a call names a fee, so that its other fees get the defaults of a transaction. */
export function namesFee(call: CallMessage): boolean {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } = call
  return [gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas].some(
    (fee) => fee !== undefined,
  )
}

/** Whether the defaults of the fees of a call depend on the suggested tip. */
export function needsTip({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: CallMessage): boolean {
  if (gasPrice !== undefined) return false
  return maxFeePerGas === undefined || maxPriorityFeePerGas === undefined
}

/** What the fees of a transaction depend on, in wei: undefined before London and Cancun. */
type BlockFees = Pick<BlockContext, 'baseFee' | 'blobBaseFee'>

interface FeeDefaultOptions {
  readonly allowsZero?: boolean
  readonly feeCap?: bigint | undefined
}

/**
 * Fills in the fees that a call leaves out as for a transaction (geth, internal/ethapi/transaction_args.go,
 * setFeeDefaults).
 *
 * @param block the head
 * @param tip that is suggested, in wei per gas; any if the call needs none
 * @param options `allowsZero`: whether the call may offer nothing for its gas; `feeCap`: the default fee cap, in wei per
 *   gas, which is ignored if it is below the tip; by default the tip and twice the base fee
 * @throws {CallError} if the fees contradict each other or the block
 */
export function withFeeDefaults<Call extends CallMessage>(
  call: Call,
  block: BlockFees,
  tip: bigint,
  { allowsZero = false, feeCap: otherCap = -1n }: FeeDefaultOptions = {},
): Call {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } = call
  if (maxFeePerBlobGas === 0n)
    throw callServerError('maxFeePerBlobGas, if specified, must be non-zero')
  if (gasPrice !== undefined) {
    requireLegacyPrice(call, block, allowsZero)
    return withBlobFee(call, block)
  }
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined) {
    if (maxFeePerGas === 0n && !allowsZero) throw callServerError('maxFeePerGas must be non-zero')
  } else if (block.baseFee === undefined) {
    if (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined) {
      throw callServerError(
        'maxFeePerGas and maxPriorityFeePerGas are not valid before London is active',
      )
    }
    return { ...call, gasPrice: tip }
  }
  const tipCap = maxPriorityFeePerGas ?? tip
  // The base fee may double before the transaction is mined.
  const withMargin = tipCap + 2n * (block.baseFee ?? 0n)
  const feeCap = maxFeePerGas ?? (otherCap >= tipCap ? otherCap : withMargin)
  if (feeCap < tipCap) {
    throw callServerError(
      `maxFeePerGas (${toQuantity(feeCap)}) < maxPriorityFeePerGas (${toQuantity(tipCap)})`,
    )
  }
  return withBlobFee({ ...call, maxFeePerGas: feeCap, maxPriorityFeePerGas: tipCap }, block)
}

function requireLegacyPrice(call: CallMessage, { baseFee }: BlockFees, allowsZero: boolean): void {
  requireOnePrice(call)
  if (call.authorizationList !== undefined) {
    throw callServerError('both gasPrice and authorizationList specified')
  }
  if (call.gasPrice === 0n && baseFee !== undefined && !allowsZero) {
    throw callServerError('gasPrice must be non-zero after london fork')
  }
}

/** The price of blob gas may double before the transaction is mined. */
function withBlobFee<Call extends CallMessage>(call: Call, { blobBaseFee }: BlockFees): Call {
  const { blobVersionedHashes, maxFeePerBlobGas } = call
  if (blobVersionedHashes === undefined || maxFeePerBlobGas !== undefined) return call
  return blobBaseFee === undefined ? call : { ...call, maxFeePerBlobGas: 2n * blobBaseFee }
}
