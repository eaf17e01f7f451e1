import { describe, expect, it } from 'vitest'
import { MessageError, type MessageProblem } from '../../../../src/chain/calls/messageError.ts'
import { messageFailure } from '../../../../src/chain/calls/simulate/messageFailure.ts'

const codes: readonly (readonly [MessageProblem, number])[] = [
  ['nonceTooLow', -38010],
  ['nonceTooHigh', -38011],
  ['feeCapTooLow', -38012],
  ['intrinsicGas', -38013],
  ['insufficientFunds', -38014],
  ['insufficientFundsForTransfer', -38014],
  ['senderNotEoa', -38024],
  ['initCodeTooLong', -38025],
  ['tipAboveFeeCap', -32602],
  ['nonceMax', -32603],
  ['blobFeeCapTooLow', -32603],
]

describe('messageFailure', () => {
  it.each(codes)('gives %s the code %i', (problem, code) => {
    const failure = messageFailure(new MessageError(problem, 'it is wrong'), 21_000n)
    expect(failure.code).toBe(code)
    expect(failure.message).toBe('err: it is wrong (supplied gas 21000)')
  })
})
