import { CallError } from '../callError.ts'
import type { MessageError, MessageProblem } from '../messageError.ts'
import { errorCodes } from './errorCodes.ts'

/** The codes of problems of messages (geth, internal/ethapi/errors.go, txValidationError); others are internal errors. */
const codes: Readonly<Partial<Record<MessageProblem, number>>> = {
  nonceTooHigh: errorCodes.nonceTooHigh,
  nonceTooLow: errorCodes.nonceTooLow,
  senderNotEoa: errorCodes.senderIsContract,
  tipAboveFeeCap: errorCodes.invalidParams,
  feeCapTooLow: errorCodes.feeBelowBaseFee,
  insufficientFunds: errorCodes.insufficientFunds,
  insufficientFundsForTransfer: errorCodes.insufficientFunds,
  intrinsicGas: errorCodes.intrinsicGas,
  initCodeTooLong: errorCodes.initCodeSize,
}

/**
 * The error of a simulation in which a call cannot be a transaction of its block.
 *
 * @param gas the limit of the call
 */
export function messageFailure({ problem, message }: MessageError, gas: bigint): CallError {
  const code = codes[problem] ?? errorCodes.internal
  return new CallError(code, `err: ${message} (supplied gas ${gas})`)
}
