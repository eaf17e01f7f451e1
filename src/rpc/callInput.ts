import type { CallInput } from '../chain/calls/call.ts'
import type { EstimateInput } from '../chain/calls/estimateGas.ts'
import type { CallMessage } from '../chain/calls/message.ts'
import type { BlockOverrides, StateOverrides } from '../chain/calls/overrides.ts'
import { serverError } from './errors.ts'
import type { MethodContext } from './method.ts'

/** The call of `eth_call`, with the server's limit on gas. */
export function callInput(
  context: MethodContext,
  call: CallMessage,
  stateOverrides?: StateOverrides | undefined,
  blockOverrides?: BlockOverrides | undefined,
): CallInput {
  const { call: limited, gasCap, allowsCheapCalls } = limitedCall(context, call)
  requireBlobsOfFee(limited)
  return { call: limited, gasCap, allowsCheapCalls, stateOverrides, blockOverrides }
}

/** A call with the server's limit on gas, and whether the dialect lets it offer less than the base fee. */
export function limitedCall(
  { service: { calls }, dialect: { rules } }: MethodContext,
  call: CallMessage,
): Pick<CallInput, 'call' | 'gasCap' | 'allowsCheapCalls'> {
  const { allowsCheapCalls, readsOtherSpellings } = rules
  const priced = readsOtherSpellings ? withOnePrice(withoutIdleBlobFee(call)) : call
  return { call: priced, gasCap: calls.gasCap, allowsCheapCalls }
}

/** The call of `eth_estimateGas`. */
export function estimateInput(
  context: MethodContext,
  call: CallMessage,
  stateOverrides?: StateOverrides | undefined,
  blockOverrides?: BlockOverrides | undefined,
): EstimateInput {
  const { estimatesExactly } = context.dialect.rules
  return {
    ...callInput(context, call, stateOverrides, blockOverrides),
    isExact: estimatesExactly,
  }
}

/**
 * A fee cap replaces a gas price: alone it is the price, and with a tip its upper limit. A tip that no fee cap can include
 * counts as omitted.
 */
function withOnePrice(call: CallMessage): CallMessage {
  const { maxFeePerGas, maxPriorityFeePerGas } = call
  if (maxFeePerGas === undefined) return { ...call, maxPriorityFeePerGas: undefined }
  if (maxPriorityFeePerGas !== undefined) return { ...call, gasPrice: undefined }
  return { ...call, gasPrice: maxFeePerGas, maxFeePerGas: undefined }
}

/** A client may fill in the hashes after it has asked for an estimate. */
function withoutIdleBlobFee(call: CallMessage): CallMessage {
  return hasIdleBlobFee(call) ? { ...call, maxFeePerBlobGas: undefined } : call
}

/** @throws {RequestError} if a call names a fee of blobs and has none */
export function requireBlobsOfFee(call: CallMessage): void {
  if (!hasIdleBlobFee(call)) return
  throw serverError('maxFeePerBlobGas specified without blobVersionedHashes')
}

/** Whether a call names a fee of blobs and has none. */
function hasIdleBlobFee({ maxFeePerBlobGas, blobVersionedHashes }: CallMessage): boolean {
  return maxFeePerBlobGas !== undefined && (blobVersionedHashes ?? []).length === 0
}
