import type { AppliedMessage } from './appliedMessage.ts'
import { callServerError } from './callError.ts'
import type { CallMessage } from './message.ts'

/** What a call is completed with. */
interface CallSettings {
  /** the most gas that a call may have; 0 for no limit */
  readonly gasCap: bigint
  /** of the block, in wei per gas; undefined before London */
  readonly baseFee: bigint | undefined
  readonly chainId: number
}

/** Calls that name no sender are from this address, as in geth. */
export const NO_SENDER = new Uint8Array(20)

/** The gas of a call that names none, where there is no limit (as in geth). */
const UNLIMITED_GAS = (2n ** 64n - 1n) / 2n

/**
 * Fills in what a call leaves out (geth, internal/ethapi/transaction_args.go, CallDefaults and ToMessage).
 *
 * @throws {CallError} if fields contradict each other or the chain
 */
export function completeCall(
  call: CallMessage,
  { gasCap, baseFee, chainId }: CallSettings,
): AppliedMessage {
  requireConsistent(call, chainId)
  const hasNewFees = call.maxFeePerGas !== undefined || call.maxPriorityFeePerGas !== undefined
  if (baseFee === undefined && hasNewFees) {
    const names = 'maxFeePerGas and maxPriorityFeePerGas'
    throw callServerError(`${names} are not valid before London is active`)
  }
  const { from, to, nonce = 0n, value = 0n, data, accessList, authorizationList } = call
  const gasMax = gasCap === 0n ? UNLIMITED_GAS : gasCap
  const gas = call.gas ?? gasMax
  const { gasPrice, gasFeeCap, gasTipCap } = feesOf(call, baseFee)
  return {
    from: from ?? NO_SENDER,
    to,
    nonce,
    value,
    gasLimit: gasCap > 0n && gas > gasCap ? gasCap : gas,
    gasPrice,
    gasFeeCap,
    gasTipCap,
    data: data ?? new Uint8Array(0),
    accessList,
    blobGasFeeCap: call.maxFeePerBlobGas ?? (call.blobVersionedHashes && 0n),
    blobHashes: call.blobVersionedHashes,
    authorizationList,
  }
}

/** @throws {CallError} if a call names both a plain price and the fees of London */
export function requireOnePrice(call: CallMessage): void {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = call
  const hasNewFees = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (gasPrice !== undefined && hasNewFees) {
    throw callServerError('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
  }
}

function requireConsistent(call: CallMessage, chainId: number): void {
  requireOnePrice(call)
  if (call.to === undefined) {
    if (call.blobVersionedHashes !== undefined) {
      throw callServerError('blob transaction of type create')
    }
    if (call.authorizationList !== undefined) {
      throw callServerError('EIP-7702 transaction cannot be used to create contract')
    }
  }
  if (call.chainId !== undefined && call.chainId !== BigInt(chainId)) {
    throw callServerError(`chainId does not match node's (have=${call.chainId}, want=${chainId})`)
  }
}

type Fees = Pick<AppliedMessage, 'gasPrice' | 'gasFeeCap' | 'gasTipCap'>

function feesOf(call: CallMessage, baseFee: bigint | undefined): Fees {
  const { gasPrice, maxFeePerGas: gasFeeCap = 0n, maxPriorityFeePerGas: gasTipCap = 0n } = call
  // Before London a call pays a plain price.
  if (gasPrice !== undefined || baseFee === undefined) {
    const price = gasPrice ?? 0n
    return { gasPrice: price, gasFeeCap: price, gasTipCap: price }
  }
  const isFree = gasFeeCap === 0n && gasTipCap === 0n
  const price = BigInt.asUintN(256, gasTipCap + baseFee)
  return { gasPrice: isFree ? 0n : price > gasFeeCap ? gasFeeCap : price, gasFeeCap, gasTipCap }
}
