/** Why a message cannot be part of a block, as geth distinguishes it (core/error.go). */
export type MessageProblem =
  | 'nonceTooLow'
  | 'nonceTooHigh'
  | 'nonceMax'
  | 'gasLimitReached'
  | 'insufficientFunds'
  | 'insufficientFundsForTransfer'
  | 'gasOverflow'
  | 'intrinsicGas'
  | 'floorDataGas'
  | 'tipAboveFeeCap'
  | 'feeCapTooLow'
  | 'senderNotEoa'
  | 'blobFeeCapTooLow'
  | 'blobs'
  | 'authorizations'
  | 'typeNotSupported'
  | 'initCodeTooLong'

/** A message cannot be part of a block. Its message is that of geth. */
export class MessageError extends Error {
  readonly problem: MessageProblem

  constructor(problem: MessageProblem, message: string) {
    super(message)
    this.name = 'MessageError'
    this.problem = problem
  }
}
