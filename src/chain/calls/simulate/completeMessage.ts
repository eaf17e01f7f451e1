import type { AppliedMessage } from '../appliedMessage.ts'
import { completeCall } from '../callDefaults.ts'
import { CallError } from '../callError.ts'
import type { CallMessage } from '../message.ts'
import { transactionType } from '../transactionType.ts'
import type { UnsignedType } from '../unsignedTransaction.ts'
import { errorCodes } from './errorCodes.ts'
import type { GasBudget } from './gasBudget.ts'

/** A call with everything that its transaction needs. */
export interface CompleteMessage {
  readonly message: AppliedMessage
  readonly type: UnsignedType
  /** whether the limit for all calls gives it less gas than it requests */
  readonly isGasCapped: boolean
}

/** Where a call runs. */
interface Surroundings {
  /** of the sender, before the call */
  readonly nonce: bigint
  /** in gas: what is left of the block's gas limit */
  readonly gasLeft: bigint
  readonly budget: GasBudget
  /** of the block, in wei per gas; undefined before London */
  readonly baseFee: bigint | undefined
  readonly chainId: number
}

/**
 * Fills in what a call leaves out (geth, internal/ethapi/simulate.go, sanitizeCall): by default it may use all gas that
 * is left.
 *
 * @throws {CallError} if the block does not have enough gas left, or fields contradict each other
 */
export function completeMessage(
  call: CallMessage,
  { nonce, gasLeft, budget, baseFee, chainId }: Surroundings,
): CompleteMessage {
  const wanted = call.gas ?? gasLeft
  if (gasLeft < wanted) {
    const problem = `block gas limit reached: remaining: ${gasLeft}, required: ${wanted}`
    throw new CallError(errorCodes.blockGasLimit, problem)
  }
  const gas = budget.limit(wanted)
  const complete = { ...call, nonce: call.nonce ?? nonce, gas }
  return {
    message: completeCall(complete, { gasCap: 0n, baseFee, chainId }),
    type: transactionType(call, baseFee),
    isGasCapped: gas < wanted,
  }
}
