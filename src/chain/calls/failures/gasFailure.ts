import { stackAddress } from '../../execution/stackAddress.ts'
import { type ForkName, isAtLeast } from '../../protocol/forks.ts'
import type { LastStep } from '../callEvm.ts'
import { CALL_OPCODES } from '../opcodeSets.ts'
import { constantGas } from './constantGas.ts'
import type { EvmFailure } from './evmFailure.ts'

// @ethereumjs calls many failures "out of gas" that geth names more precisely (core/vm/interpreter.go, gas_table.go,
// operations_acl.go and memory_table.go). geth charges the constant gas of an operation first, then checks the size of
// memory, and then computes the rest of the gas; an error there is written after "out of gas".

const UINT64_MAX = 2n ** 64n - 1n

/** geth computes no gas for more memory than this, in bytes. */
const MEMORY_MAX = 0x1fffffffe0n

/** What the first access to an account costs more than the others (EIP-2929, EIP-8038), in gas. */
export function coldGas(fork: ForkName): bigint {
  return isAtLeast(fork, 'amsterdam') ? 2900n : 2500n
}

const outOfGas: EvmFailure = { kind: 'outOfGas', message: 'out of gas' }
const overflow: EvmFailure = { kind: 'other', message: 'gas uint64 overflow' }

const writeProtected = outOfGasBecause('write protection')

function outOfGasBecause(reason: string): EvmFailure {
  return { kind: 'outOfGas', message: `out of gas: ${reason}` }
}

/** Where an operation finds a region of memory: offset and length by their index on the stack, or a fixed length. */
type Region = readonly [offset: number, length: number | { readonly fixed: bigint }]

const copied: Region = [0, 2]
const first: Region = [0, 1]

const regions: Readonly<Record<number, readonly Region[]>> = {
  32: [first],
  55: [copied],
  57: [copied],
  60: [[1, 3]],
  62: [copied],
  81: [[0, { fixed: 32n }]],
  82: [[0, { fixed: 32n }]],
  83: [[0, { fixed: 1n }]],
  94: [copied, [1, 2]],
  160: [first],
  161: [first],
  162: [first],
  163: [first],
  164: [first],
  240: [[1, 2]],
  241: [
    [5, 6],
    [3, 4],
  ],
  242: [
    [5, 6],
    [3, 4],
  ],
  243: [first],
  244: [
    [4, 5],
    [2, 3],
  ],
  245: [[1, 2]],
  250: [
    [4, 5],
    [2, 3],
  ],
  253: [first],
}

const opcodes = {
  extcodecopy: 0x3c,
  keccak256: 0x20,
  returndatacopy: 0x3e,
  sstore: 0x55,
  tstore: 0x5d,
  log0: 0xa0,
  log4: 0xa4,
  create: 0xf0,
  call: 0xf1,
  callcode: 0xf2,
  create2: 0xf5,
  selfdestruct: 0xff,
} as const

const { call, callcode, create, create2 } = opcodes

/** What the failure of an operation depends on. */
interface FailedOperation {
  readonly fork: ForkName
  /** in bytes: the longest init code */
  readonly initCodeMax: number
  /** whether it would change the state where nothing may be changed (EIP-214) */
  readonly changesProtected: boolean
  /** whether an address was accessed before (EIP-2929) */
  isWarm(address: Uint8Array): boolean
}

/** Why an operation ran out of gas, why what it needs is too large, or why it may not do what it does. */
export function gasFailure(
  { runState, gasLeft, stackLength, memoryWords }: LastStep,
  opcode: number,
  { fork, initCodeMax, changesProtected, isWarm }: FailedOperation,
): EvmFailure {
  const { stack } = runState
  const constant = constantGas(opcode, fork)
  if (gasLeft < constant || stack.length !== stackLength) return outOfGas
  const left = gasLeft - constant
  const items = stack.peek(Math.min(stackLength, 7))
  const size = memorySize(opcode, items)
  if (size === undefined) return overflow
  const whenRun = gasOfCheckedWhenRun(opcode, items, memoryWords)
  const isFree = whenRun === undefined && changesProtected
  // From Prague on, geth looks whether a call may change something before it looks for the account.
  if (isFree && (!CALL_OPCODES.has(opcode) || isAtLeast(fork, 'prague'))) return writeProtected
  if (opcode === opcodes.sstore && isAtLeast(fork, 'istanbul') && gasLeft <= 2300n) {
    return outOfGasBecause('not enough gas for reentrancy sentry')
  }
  if (CALL_OPCODES.has(opcode)) {
    const isCold = isAtLeast(fork, 'berlin') && !isWarm(stackAddress(items[1] ?? 0n))
    // The account is charged before memory.
    const cold = isCold ? coldGas(fork) : 0n
    if (left < cold) return outOfGasBecause('out of gas')
    if (changesProtected) return writeProtected
    if (size > MEMORY_MAX) return outOfGasBecause('gas uint64 overflow')
    const memory = expansionGas(memoryWords, size)
    return callFailure(opcode, items, { left: left - cold, memory, fork })
  }
  if (size > MEMORY_MAX) return outOfGasBecause('gas uint64 overflow')
  if (whenRun !== undefined && whenRun <= gasLeft) {
    if (changesProtected) return { kind: 'other', message: 'write protection' }
    if (isOutOfBounds(runState, opcode, items)) {
      return { kind: 'other', message: 'return data out of bounds' }
    }
  }
  if (opcode === create || opcode === create2) return creationFailure(items, initCodeMax)
  if (opcode === opcodes.selfdestruct && isAtLeast(fork, 'berlin') && left < coldGas(fork) + 100n) {
    if (!isWarm(stackAddress(items[0] ?? 0n))) return outOfGasBecause('out of gas')
  }
  return outOfGas
}

function isOutOfBounds(
  { returnBytes }: LastStep['runState'],
  opcode: number,
  [, start = 0n, length = 0n]: readonly bigint[],
): boolean {
  return opcode === opcodes.returndatacopy && start + length > BigInt(returnBytes.length)
}

/**
 * The gas of an operation that geth checks when it runs, after its gas is paid, and @ethereumjs before it computes its
 * gas: RETURNDATACOPY, TSTORE and LOG0 to LOG4.
 *
 * @param words of memory before it
 * @returns undefined for other operations
 */
export function gasOfCheckedWhenRun(
  opcode: number,
  items: readonly bigint[],
  words: bigint,
): bigint | undefined {
  const { tstore, returndatacopy, log0, log4 } = opcodes
  if (opcode === tstore) return 100n
  const memory = expansionGas(words, memorySize(opcode, items) ?? 0n)
  if (opcode === returndatacopy) return 3n + 3n * (((items[2] ?? 0n) + 31n) / 32n) + memory
  if (opcode < log0 || opcode > log4) return undefined
  return 375n * BigInt(opcode - log0 + 1) + 8n * (items[1] ?? 0n) + memory
}

/** The size to which memory must grow, in bytes; undefined if it does not fit into 64 bits. */
export function memorySize(opcode: number, items: readonly bigint[]): bigint | undefined {
  let size = 0n
  for (const [at, length] of regions[opcode] ?? []) {
    const bytes = typeof length === 'number' ? (items[length] ?? 0n) : length.fixed
    if (bytes === 0n) continue
    const end = (items[at] ?? 0n) + bytes
    // The size is rounded up to words of 32 bytes.
    if (end > UINT64_MAX - 31n) return undefined
    if (end > size) size = end
  }
  return size
}

export function expansionGas(words: bigint, size: bigint): bigint {
  const needed = (size + 31n) / 32n
  return needed > words ? memoryGas(needed) - memoryGas(words) : 0n
}

function memoryGas(words: bigint): bigint {
  return 3n * words + (words * words) / 512n
}

function creationFailure(items: readonly bigint[], max: number): EvmFailure {
  const size = items[2] ?? 0n
  if (size <= max) return outOfGas
  const reason = `max initcode size exceeded: code size ${size} limit ${max}`
  return outOfGasBecause(reason)
}

interface CallGas {
  /** when the access to the account is paid */
  readonly left: bigint
  readonly memory: bigint
  readonly fork: ForkName
}

function callFailure(
  opcode: number,
  [requested = 0n, , value = 0n]: readonly bigint[],
  { left, memory, fork }: CallGas,
): EvmFailure {
  const sends = opcode === call || opcode === callcode
  const own = memory + (sends && value > 0n ? valueGas(fork) : 0n)
  if (isAtLeast(fork, 'prague') || (opcode === call && left < own)) {
    return outOfGasBecause('out of gas')
  }
  const wantsTooMuch = !isAtLeast(fork, 'tangerineWhistle') && requested + own > UINT64_MAX
  return wantsTooMuch ? outOfGasBecause('gas uint64 overflow') : outOfGas
}

/** What sending value costs (EIP-8038). */
function valueGas(fork: ForkName): bigint {
  return isAtLeast(fork, 'amsterdam') ? 11_300n : 9000n
}
