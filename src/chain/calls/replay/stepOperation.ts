import type { LastStep } from '../callEvm.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import type { OpenFrame } from './liveTrace.ts'
import type { TracedOperation } from './traceHooks.ts'

/** An operation of the stock interpreter. */
export class StepOperation implements TracedOperation {
  readonly pc: number
  readonly opcode: number
  readonly gas: bigint
  readonly cost: bigint
  readonly refund: bigint
  readonly depth: number
  readonly address: Uint8Array
  readonly failure: EvmFailure | undefined
  readonly stackLength: number
  readonly memorySize: number
  readonly #runState: LastStep['runState']

  constructor(
    frame: OpenFrame,
    address: Uint8Array,
    cost: bigint,
    refund: bigint,
    failure: EvmFailure | undefined,
  ) {
    const { runState, gasLeft, stackLength, memoryWords } = frame.lastStep as LastStep
    this.pc = frame.pc
    this.opcode = runState.opCode
    this.gas = gasLeft
    this.cost = cost
    this.refund = refund
    this.depth = frame.depth + 1
    this.address = address
    this.failure = failure
    this.stackLength = stackLength
    this.memorySize = Number(memoryWords) * 32
    this.#runState = runState
  }

  peek(index: number): bigint {
    return this.#runState.stack.peek(index + 1)[index] as bigint
  }

  stack(): bigint[] {
    return this.#runState.stack.getStack()
  }

  memory(): Uint8Array {
    return this.#runState.memory.read(0, this.memorySize, true)
  }

  get returnData(): Uint8Array {
    return this.#runState.interpreter.getReturnData()
  }
}
