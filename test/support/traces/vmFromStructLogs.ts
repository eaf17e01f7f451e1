import type { Hex } from '../../../src/primitives/hex.ts'
import type { Operation, Operations } from './parityTypes.ts'

/** A step of geth's struct logger with `enableMemory`. */
export interface StructLog {
  readonly pc: number
  readonly op: string
  readonly gas: number
  readonly gasCost: number
  readonly depth: number
  readonly error?: string
  /** the top last */
  readonly stack: readonly Hex[]
  /** words of 32 bytes */
  readonly memory?: readonly string[]
}

type Operand = number | 'word' | 'byte'

/** How many items an operation leaves on the stack if not one, and which memory it writes (operands from the top). */
const effects: Readonly<Record<string, { pushed?: number; memory?: readonly [number, Operand] }>> =
  {
    ...Object.fromEntries(
      'STOP POP SSTORE TSTORE JUMP JUMPI JUMPDEST RETURN REVERT INVALID SELFDESTRUCT LOG0 LOG1 LOG2 LOG3 LOG4'
        .split(' ')
        .map((name) => [name, { pushed: 0 }]),
    ),
    MLOAD: { memory: [0, 'word'] },
    MSTORE: { pushed: 0, memory: [0, 'word'] },
    MSTORE8: { pushed: 0, memory: [0, 'byte'] },
    CALLDATACOPY: { pushed: 0, memory: [0, 2] },
    CODECOPY: { pushed: 0, memory: [0, 2] },
    RETURNDATACOPY: { pushed: 0, memory: [0, 2] },
    MCOPY: { pushed: 0, memory: [0, 2] },
    EXTCODECOPY: { pushed: 0, memory: [1, 3] },
    CALL: { memory: [5, 6] },
    CALLCODE: { memory: [5, 6] },
    DELEGATECALL: { memory: [4, 5] },
    STATICCALL: { memory: [4, 5] },
  }

/** The operations of a transaction as Parity's `vmTrace` has them, without code, from the steps of geth's logger. */
export function operationsOf(logs: readonly StructLog[]): Omit<Operation, 'sub'>[] {
  return logs.map((log, index) => {
    const rest = logs.slice(index + 1)
    const left = rest.findIndex(({ depth }) => depth < log.depth)
    const next = (left === -1 ? rest : rest.slice(0, left)).find(({ depth }) => depth === log.depth)
    const { pc, op, gasCost: cost } = log
    return { pc, op, cost, ex: executedOf(log, next) }
  })
}

function executedOf(log: StructLog, next: StructLog | undefined): Operation['ex'] {
  if (log.error !== undefined) return null
  const halts = ['STOP', 'RETURN', 'REVERT', 'SELFDESTRUCT'].includes(log.op)
  if (next === undefined && !halts) return null
  const operand = (at: number) => log.stack.at(-1 - at) as Hex
  const { pushed = 1, memory } = effects[log.op] ?? {}
  const reach = /^(?:DUP|SWAP)(\d+)$/.exec(log.op)
  const count = reach === null ? pushed : Number(reach[1]) + 1
  return {
    used: next?.gas ?? log.gas - log.gasCost,
    push: count === 0 ? [] : (next?.stack.slice(-count) ?? []),
    mem: memory && next ? writtenMemory(memory, operand, next) : null,
    store: log.op === 'SSTORE' ? { key: operand(0), val: operand(1) } : null,
  }
}

function writtenMemory(
  [offsetAt, lengthAt]: readonly [number, Operand],
  operand: (at: number) => Hex,
  next: StructLog,
): { off: number; data: Hex } | null {
  const off = Number(operand(offsetAt))
  const length =
    typeof lengthAt === 'number' ? Number(operand(lengthAt)) : lengthAt === 'word' ? 32 : 1
  if (length === 0) return null
  const bytes = (next.memory ?? []).map((word) => word.replace(/^0x/, '')).join('')
  return { off, data: `0x${bytes.slice(2 * off, 2 * (off + length))}` }
}

/** All operations in the order in which they ran. */
export function inOrderRun({ ops }: Operations): Omit<Operation, 'sub'>[] {
  return ops.flatMap(({ sub, ...operation }) => [operation, ...(sub ? inOrderRun(sub) : [])])
}
