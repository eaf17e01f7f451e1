import { opcodeName } from './opcodeName.ts'

/** The operations that have an operand in the byte after them, and how that is read (EIP-8024). */
const operations: ReadonlyMap<number, (operand: number) => number | undefined> = new Map([
  // DUPN n
  [0xe6, (operand) => (isForbidden(operand, 91) ? undefined : single(operand))],
  // SWAPN n
  [0xe7, (operand) => (isForbidden(operand, 91) ? undefined : single(operand) + 1)],
  // EXCHANGE n, m
  [0xe8, (operand) => (isForbidden(operand, 82) ? undefined : Math.max(...pair(operand)) + 1)],
])

/** Whether an operation has an operand that may be wrong. */
export function hasOperand(opcode: number): boolean {
  return operations.has(opcode)
}

/**
 * Why an operation failed for its operand, in geth's words (core/vm/instructions.go).
 *
 * @param operand the byte after the opcode; 0 at the end of the code
 * @returns undefined if it has not
 */
export function operandProblem(
  opcode: number,
  operand: number,
  stackLength: number,
): string | undefined {
  const needed = operations.get(opcode)?.(operand)
  if (needed === undefined) {
    const byte = operand.toString(16).padStart(2, '0')
    return `invalid opcode: ${opcodeName(opcode)} (operand: 0x${byte})`
  }
  return stackLength < needed ? `stack underflow (${stackLength} <=> ${needed})` : undefined
}

/** Bytes that may be JUMPDEST or PUSH are no operands. */
function isForbidden(operand: number, first: number): boolean {
  return operand >= first && operand < 128
}

function single(operand: number): number {
  return (operand + 145) % 256
}

function pair(operand: number): readonly [n: number, m: number] {
  const index = operand ^ 143
  const [row, column] = [index >> 4, index & 15]
  return row < column ? [row + 1, column + 1] : [column + 1, 29 - row]
}
