import type { Common } from '@ethereumjs/common'
import type { ExecResult } from '@ethereumjs/evm'
import { toBigInt } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { LeanMemory } from './leanMemory.ts'

export type RunState = NonNullable<ExecResult['runState']>
type StockOperation = NonNullable<Parameters<RunState['interpreter']['runStep']>[0]>
type Step = (runState: RunState, common: Common) => void
/** @param gas the static part of what the operation costs */
type GasOf = (runState: RunState, gas: bigint, common: Common) => bigint

/** An operation of the stock EVM, and how to run it without a promise. */
export interface QuickOperation extends StockOperation {
  /** undefined where the gas does not depend on the state of the code */
  readonly gasNow: GasOf | undefined
  /** undefined where the operation is asynchronous */
  readonly runNow: Step | undefined
}

/** State that can be read at once. */
export interface ReadableState {
  storage(address: Uint8Array, slot: Uint8Array): Uint8Array
}

/**
 * The operations of a fork, with those replaced that simple calls consist of: the stock ones compute gas in promises, and
 * turn words into bytes by way of lists of numbers.
 *
 * @param state undefined if reads are asynchronous
 */
export function quickOperations(
  stock: readonly StockOperation[],
  state: ReadableState | undefined,
): QuickOperation[] {
  return stock.map((operation, opcode) => {
    const { opcodeInfo, opHandler } = operation
    const gasNow = opcodeInfo.dynamicGas ? gasOf.get(opcode) : undefined
    const isNow = !opcodeInfo.dynamicGas || gasNow !== undefined
    const quick = opcode === SLOAD ? state && loadFrom(state) : quickStep(opcode, opHandler)
    const runNow = quick ?? (opcodeInfo.isAsync ? undefined : (opHandler as Step))
    return { ...operation, gasNow, runNow: isNow ? runNow : undefined }
  })
}

const SLOAD = 0x54

function quickStep(opcode: number, stock: StockOperation['opHandler']): Step | undefined {
  if (opcode >= 0x60 && opcode <= 0x7f) return (runState, common) => push(runState, common, stock)
  return steps.get(opcode)
}

function push(runState: RunState, common: Common, stock: StockOperation['opHandler']): void {
  // Only code without jumps is not analysed.
  if (runState.shouldDoJumpAnalysis) return void stock(runState, common)
  runState.stack.push(runState.cachedPushes[runState.programCounter] as bigint)
  runState.programCounter += runState.opCode - 0x5f
}

/** Ends the code at its last byte: the stock STOP and RETURN throw an error, which takes as long as ten other steps. */
function halt(runState: RunState): void {
  runState.programCounter = runState.code.length
}

const steps: ReadonlyMap<number, Step> = new Map<number, Step>([
  // STOP
  [0x00, halt],
  // KECCAK256
  [
    0x20,
    ({ stack, memory }) => {
      const [offset, length] = stack.popN(2) as [bigint, bigint]
      stack.push(toBigInt(keccak256(memory.read(Number(offset), Number(length), true))))
    },
  ],
  // MLOAD
  [0x51, ({ stack, memory }) => stack.push((memory as LeanMemory).readWord(Number(stack.pop())))],
  // MSTORE
  [
    0x52,
    ({ stack, memory }) => {
      const [offset, value] = stack.popN(2) as [bigint, bigint]
      ;(memory as LeanMemory).writeWord(Number(offset), value)
    },
  ],
  // RETURN
  [
    0xf3,
    (runState) => {
      const { stack, memory, interpreter } = runState
      const [offset, length] = stack.popN(2) as [bigint, bigint]
      interpreter._result.returnValue = memory.read(Number(offset), Number(length))
      halt(runState)
    },
  ],
])

function loadFrom(state: ReadableState): Step {
  return ({ stack, env }) => {
    stack.push(toBigInt(state.storage(env.address.bytes, toWord(stack.pop()))))
  }
}

/** Gas of operations that cost more with the memory that they need, in the words of the Yellow Paper. */
const gasOf: ReadonlyMap<number, GasOf> = new Map<number, GasOf>([
  [
    0x20,
    (runState, gas, common) => {
      const [offset, length] = runState.stack.peek(2) as [bigint, bigint]
      const memory = memoryGas(runState, offset, length, common)
      return gas + memory + common.param('keccak256WordGas') * wordsIn(length)
    },
  ],
  [0x0a, exponentGas],
  // CALLDATACOPY, CODECOPY
  [0x37, copyGas],
  [0x39, copyGas],
  [0x51, wordGas],
  [0x52, wordGas],
  // RETURN, REVERT
  [0xf3, outputGas],
  [0xfd, outputGas],
  [SLOAD, loadGas],
])

function exponentGas({ stack }: RunState, gas: bigint, common: Common): bigint {
  const exponent = stack.peek(2)[1] as bigint
  if (exponent === 0n) return gas
  const bytes = Math.ceil(exponent.toString(16).length / 2)
  return gas + BigInt(bytes) * common.param('expByteGas')
}

function copyGas(runState: RunState, gas: bigint, common: Common): bigint {
  const [offset, , length] = runState.stack.peek(3) as [bigint, bigint, bigint]
  return (
    gas + memoryGas(runState, offset, length, common) + common.param('copyGas') * wordsIn(length)
  )
}

function wordGas(runState: RunState, gas: bigint, common: Common): bigint {
  return gas + memoryGas(runState, runState.stack.peek()[0] as bigint, 32n, common)
}

function outputGas(runState: RunState, gas: bigint, common: Common): bigint {
  const [offset, length] = runState.stack.peek(2) as [bigint, bigint]
  return gas + memoryGas(runState, offset, length, common)
}

/** Reads a slot for the first time in this transaction at a higher price (EIP-2929). */
function loadGas({ stack, interpreter, env }: RunState, gas: bigint, common: Common): bigint {
  const [slot] = stack.peek() as [bigint]
  if (!common.isActivatedEIP(2929)) return gas
  const { journal } = interpreter
  const key = toWord(slot)
  if (journal.isWarmedStorage(env.address.bytes, key)) {
    return gas + common.param('warmstoragereadGas')
  }
  journal.addWarmedStorage(env.address.bytes, key)
  return gas + common.param('coldsloadGas')
}

/** Counts the memory that an operation needs, and returns what is new of it costs. */
export function memoryGas(
  runState: RunState,
  offset: bigint,
  length: bigint,
  common: Common,
): bigint {
  if (length === 0n) return 0n
  const words = wordsIn(offset + length)
  if (words <= runState.memoryWordCount) return 0n
  const cost =
    words * common.param('memoryGas') + (words * words) / common.param('quadCoefficientDivGas')
  const paid = runState.highestMemCost
  runState.highestMemCost = cost
  runState.memoryWordCount = words
  return cost - paid
}

export function wordsIn(bytes: bigint): bigint {
  return (bytes + 31n) / 32n
}

export function toWord(value: bigint): Uint8Array {
  return new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
}
