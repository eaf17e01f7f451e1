import { expect, it } from 'vitest'
import { operandProblem } from '../../../../src/chain/calls/failures/operandFailure.ts'

const [DUPN, SWAPN, EXCHANGE] = [0xe6, 0xe7, 0xe8]

// EIP-8024 has these: DUPN 128 is DUPN 17, EXCHANGE 0x8e is EXCHANGE 1 2, and 0x9c is EXCHANGE 2 4.
it.each([
  [DUPN, 0x80, 17],
  [DUPN, 0x00, 145],
  [DUPN, 0x5a, 235],
  [DUPN, 0xff, 144],
  [SWAPN, 0x80, 18],
  [SWAPN, 0x00, 146],
  [EXCHANGE, 0x8e, 3],
  [EXCHANGE, 0x9c, 5],
  [EXCHANGE, 0x2f, 20],
])('operation %i with the operand %i needs %i items', (opcode, operand, needed) => {
  expect(operandProblem(opcode, operand, needed)).toBeUndefined()
  const problem = `stack underflow (${needed - 1} <=> ${needed})`
  expect(operandProblem(opcode, operand, needed - 1)).toBe(problem)
})

it.each([
  [DUPN, 0x5b, 'DUPN (operand: 0x5b)'],
  [SWAPN, 0x7f, 'SWAPN (operand: 0x7f)'],
  [EXCHANGE, 0x52, 'EXCHANGE (operand: 0x52)'],
  [EXCHANGE, 0x60, 'EXCHANGE (operand: 0x60)'],
])('operation %i refuses the operand %i', (opcode, operand, written) => {
  expect(operandProblem(opcode, operand, 1000)).toBe(`invalid opcode: ${written}`)
})
