import type { ExecResult } from '@ethereumjs/evm'
import { canPayStateGasDue } from '../../execution/amsterdam/payStateGasDue.ts'
import type { InterpreterClass } from '../../execution/leanInterpreter.ts'
import { stackAddress } from '../../execution/stackAddress.ts'
import { type ForkName, isAtLeast } from '../../protocol/forks.ts'
import type { LastStep } from '../callEvm.ts'
import { constantGas } from '../failures/constantGas.ts'
import { describeFailure } from '../failures/describeFailure.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import { CALL_OPCODES } from '../opcodeSets.ts'
import { costOfCheckedWhenRun, uncomputedGas } from './costOfCheckedWhenRun.ts'
import { costOfUnpaidCall } from './costOfUnpaidCall.ts'
import type { LiveTrace, OpenFrame } from './liveTrace.ts'
import { StepOperation } from './stepOperation.ts'
import { frameTypes } from './traceHooks.ts'

type Interpreter = InstanceType<InterpreterClass>
type RunState = NonNullable<ExecResult['runState']>

/** The parts of an interpreter that the reports depend on. */
export interface RunningCode {
  readonly runState: RunState
  readonly env: Interpreter['_env']
  readonly result: Interpreter['_result']
  readonly journal: Interpreter['journal']
}

type ThrownFailure = NonNullable<ExecResult['exceptionError']>

const { SELFDESTRUCT } = frameTypes
const SELFDESTRUCT_REFUND = 24_000n

/** STOP, RETURN, REVERT and SELFDESTRUCT */
const HALTING: ReadonlySet<number> = new Set([0x00, 0xf3, 0xfd, 0xff])

const NOTHING = new Uint8Array(0)

/** Reports operations when geth does: after their gas is paid, before memory grows (core/vm/interpreter.go, Run). */
export class OperationReporter {
  readonly #trace: LiveTrace
  readonly #fork: ForkName

  constructor(trace: LiveTrace, fork: ForkName) {
    this.#trace = trace
    this.#fork = fork
  }

  begin({ runState, journal }: RunningCode, frame: OpenFrame): void {
    const { stack, gasLeft, opCode, memoryWordCount, programCounter } = runState
    const { length: stackLength } = stack
    frame.lastStep = { runState, stackLength, gasLeft, memoryWords: memoryWordCount }
    frame.pc = programCounter
    frame.cost = undefined
    frame.isReported = false
    const at = CALL_OPCODES.has(opCode) ? 1 : opCode === SELFDESTRUCT ? 0 : -1
    if (at < 0 || stackLength <= at) return
    frame.wasWarm = journal.isWarmedAddress(stackAddress(stack.peek(at + 1)[at] as bigint))
  }

  /**
   * The gas of an operation is computed.
   *
   * @param amount without what it passes on to other calls
   */
  charge(code: RunningCode, frame: OpenFrame, amount: bigint): void {
    const { opCode, gasLeft, messageGasLimit } = code.runState
    const forwarded = CALL_OPCODES.has(opCode) ? (messageGasLimit ?? 0n) : 0n
    frame.cost = amount + forwarded
    const hasStateGas =
      !isAtLeast(this.#fork, 'amsterdam') || canPayStateGasDue(code.runState, amount)
    if (amount <= gasLeft && hasStateGas) this.#report(code, frame, frame.cost, undefined)
  }

  /** Code has ended. Code that ends without an operation that halts ends with STOP. */
  end(code: RunningCode, frame: OpenFrame): void {
    const { runState } = code
    if (frame.lastStep !== undefined && HALTING.has(runState.opCode)) return
    runState.opCode = 0
    this.begin(code, frame)
    this.#report(code, frame, 0n, undefined)
  }

  async fail(code: RunningCode, frame: OpenFrame, error: ThrownFailure): Promise<void> {
    if (frame.lastStep === undefined) return
    const { opCode } = code.runState
    const failure = this.#failureOf(frame, error)
    frame.failure = failure
    if (!frame.isReported) {
      const costWhenRun = costOfCheckedWhenRun(frame, error.error, failure)
      if (costWhenRun === undefined) {
        const unpaid = await costOfUnpaidCall(frame, this.#fork, failure)
        this.#report(code, frame, unpaid ?? this.#failedCost(frame, failure, opCode), failure)
        return
      }
      this.#report(code, frame, costWhenRun, undefined)
    }
    const cost = frame.cost ?? constantGas(opCode, this.#fork)
    this.#trace.hooks?.fault?.(this.#operation(code, frame, cost, failure), failure)
  }

  #report(
    code: RunningCode,
    frame: OpenFrame,
    cost: bigint,
    failure: EvmFailure | undefined,
  ): void {
    frame.isReported = true
    const { hooks } = this.#trace
    if (hooks?.opcode) hooks.opcode(this.#operation(code, frame, cost, failure))
  }

  #operation(
    code: RunningCode,
    frame: OpenFrame,
    cost: bigint,
    failure: EvmFailure | undefined,
  ): StepOperation {
    const isGasComputed = failure === undefined || this.#isComputed(frame, failure)
    const own = isGasComputed ? this.#destructionRefund(code) : 0n
    const refund = this.#trace.refundBefore + code.runState.gasRefund + own
    return new StepOperation(frame, code.env.address.bytes, cost, refund, failure)
  }

  /** geth counts this refund before it reports the operation. */
  #destructionRefund({ runState, env, result }: RunningCode): bigint {
    if (runState.opCode !== SELFDESTRUCT || isAtLeast(this.#fork, 'london')) return 0n
    return result.selfdestruct.has(env.address.toString()) ? 0n : SELFDESTRUCT_REFUND
  }

  #failureOf(frame: OpenFrame, error: ThrownFailure): EvmFailure {
    const { codeLimits } = this.#trace
    const isWarm = () => frame.wasWarm
    const ran = { ...frame, creationOutput: undefined, codeLimits, isWarm }
    const { gas, input: data } = frame
    const result: ExecResult = {
      exceptionError: error,
      executionGasUsed: gas,
      returnValue: NOTHING,
    }
    return describeFailure(ran, this.#fork, result, { isCreation: false, data, gas }) as EvmFailure
  }

  /** The cost of an operation as far as geth computed it. */
  #failedCost(frame: OpenFrame, failure: EvmFailure, opcode: number): bigint {
    const constant = constantGas(opcode, this.#fork)
    if (!this.#isComputed(frame, failure)) {
      // In Amsterdam, geth knows the cost of a SELFDESTRUCT that cannot pay for a cold account.
      const isKnown = opcode === SELFDESTRUCT && isAtLeast(this.#fork, 'amsterdam')
      return (isKnown ? frame.cost : undefined) ?? constant
    }
    return frame.cost ?? uncomputedGas(frame.lastStep as LastStep) ?? constant
  }

  /** Whether geth has computed all gas of an operation that has failed. */
  #isComputed({ lastStep }: OpenFrame, { message }: EvmFailure): boolean {
    if (lastStep === undefined || message !== 'out of gas') return false
    return lastStep.gasLeft >= constantGas(lastStep.runState.opCode, this.#fork)
  }
}
