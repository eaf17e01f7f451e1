import type { TracedOperation } from '../replay/traceHooks.ts'

/** A region of memory, in bytes. */
export interface MemoryRegion {
  readonly offset: number
  readonly length: number
}

type Stack = Pick<TracedOperation, 'opcode' | 'stackLength' | 'peek'>

const COPY = [0, 2] as const
const CALL = [5, 6] as const
const CALL_WITHOUT_VALUE = [4, 5] as const

/** Where the stack has offset and length of the memory that an operation writes; a bigint is the length itself. */
const regions: Readonly<Record<number, readonly [offset: number, length: number | bigint]>> = {
  55: COPY, // CALLDATACOPY
  57: COPY, // CODECOPY
  60: [1, 3], // EXTCODECOPY
  62: COPY, // RETURNDATACOPY
  94: COPY, // MCOPY
  81: [0, 32n], // MLOAD, which Parity counts, too
  82: [0, 32n], // MSTORE
  83: [0, 1n], // MSTORE8
  241: CALL,
  242: CALL, // CALLCODE
  244: CALL_WITHOUT_VALUE, // DELEGATECALL
  250: CALL_WITHOUT_VALUE, // STATICCALL
}

/**
 * The memory that an operation is about to write (OpenEthereum, `mem_written`).
 *
 * @returns undefined if it writes none, or will fail
 */
export function memoryWritten(operation: Stack): MemoryRegion | undefined {
  const region = regions[operation.opcode]
  if (region === undefined) return undefined
  const [offsetAt, lengthAt] = region
  const offset = itemAt(operation, offsetAt)
  const length = typeof lengthAt === 'bigint' ? lengthAt : itemAt(operation, lengthAt)
  if (offset === undefined || length === undefined || length === 0n) return undefined
  // No gas limit pays for so much memory.
  if (offset + length > 0xffff_ffffn) return undefined
  return { offset: Number(offset), length: Number(length) }
}

/** An item of the stack, 0 for the top; undefined if the stack is too short. */
export function itemAt(operation: Stack, index: number): bigint | undefined {
  return index < operation.stackLength ? operation.peek(index) : undefined
}

/** How many items an operation leaves on the stack: for DUP and SWAP from the lowest one that they use. */
export function pushedItems(opcode: number): number {
  const isDupOrSwap = opcode >= 0x80 && opcode <= 0x9f
  if (isDupOrSwap) return (opcode & 0x0f) + 2
  const isLog = opcode >= 0xa0 && opcode <= 0xa4
  return isLog || PUSHES_NOTHING.has(opcode) ? 0 : 1
}

/** STOP, copies to memory, POP, stores, jumps, RETURN, REVERT, INVALID and SELFDESTRUCT. */
const PUSHES_NOTHING: ReadonlySet<number> = new Set([
  0x00, 0x37, 0x39, 0x3c, 0x3e, 0x50, 0x52, 0x53, 0x55, 0x56, 0x57, 0x5b, 0x5d, 0x5e, 0xf3, 0xfd,
  0xfe, 0xff,
])
