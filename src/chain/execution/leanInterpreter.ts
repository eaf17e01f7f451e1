import type { Common } from '@ethereumjs/common'
import { createEVM, type EVM, EVMError, type ExecResult } from '@ethereumjs/evm'
import { LeanMemory } from './leanMemory.ts'
import type { QuickOperation } from './quickOperations.ts'

export type Interpreter = NonNullable<ExecResult['runState']>['interpreter']
export type Environment = Interpreter['_env']
export type RunOptions = NonNullable<Parameters<Interpreter['run']>[1]>
export type JumpAnalysis = ReturnType<Interpreter['_getValidJumpDestinations']>
type RunState = Interpreter['_runState']
type InterpreterResult = Awaited<ReturnType<Interpreter['run']>>
type Operation = NonNullable<Parameters<Interpreter['runStep']>[0]>
type Stack = RunState['stack']

/** Runs code. The package does not export the class, but its instances have it as their constructor. */
export type InterpreterClass = new (
  evm: EVM,
  state: EVM['stateManager'],
  blockchain: EVM['blockchain'],
  environment: Environment,
  gasLeft: bigint,
  journal: EVM['journal'],
) => Interpreter

type InterpreterArguments = ConstructorParameters<InterpreterClass>

const STOP = Uint8Array.of(0)
const NOTHING = new Uint8Array(0)

/** The class that runs code in the stock EVM. */
export function stockInterpreter(): Promise<InterpreterClass> {
  interpreterClass ??= findInterpreterClass()
  return interpreterClass
}

/** Found once per process, because creating an EVM just to find it is slow. */
let interpreterClass: Promise<InterpreterClass> | undefined

async function findInterpreterClass(): Promise<InterpreterClass> {
  const stock = await createEVM()
  const { runState } = await stock.runCode({ code: STOP, gasLimit: 0n })
  if (runState === undefined) throw new Error('@ethereumjs/evm does not expose its interpreter')
  return withSynchronousSteps(withFewFields(runState))
}

/**
 * The interpreter with a constructor that sets only the fields that are used. The stock one allocates 8 KB of memory and
 * searches the rules of the fork, which takes as long as the steps of a short call.
 */
function withFewFields({ interpreter, stack }: RunState): InterpreterClass {
  const EmptyStack = stack.constructor as new () => Stack
  class FewFields {
    readonly common: Common
    readonly journal: Interpreter['journal']
    readonly _evm: EVM
    readonly _env: Environment
    readonly _stateManager: EVM['stateManager']
    readonly _runState: Omit<RunState, 'interpreter'> & { readonly interpreter: FewFields }
    readonly _result: Omit<Interpreter['_result'], 'returnValue'> & { returnValue: undefined }

    constructor(...[evm, state, blockchain, env, gasLeft, journal]: InterpreterArguments) {
      this.common = evm.common
      this.journal = journal
      this._evm = evm
      this._env = env
      this._stateManager = state
      this._runState = {
        programCounter: 0,
        opCode: 0xfe,
        memory: new LeanMemory(),
        memoryWordCount: 0n,
        highestMemCost: 0n,
        stack: new EmptyStack(),
        code: NOTHING,
        validJumps: NOTHING,
        cachedPushes: {},
        stateManager: state,
        blockchain,
        env,
        shouldDoJumpAnalysis: true,
        interpreter: this,
        gasRefund: env.gasRefund,
        gasLeft,
        stateGasSpilled: 0n,
        returnBytes: NOTHING,
      }
      const logs = env.initialLogs ? [...env.initialLogs] : []
      this._result = { logs, returnValue: undefined, selfdestruct: new Map() }
    }
  }
  Object.setPrototypeOf(FewFields.prototype, interpreter.constructor.prototype)
  // Its methods come from the prototype, and it leaves out the private fields of the stock class.
  return FewFields as unknown as InterpreterClass
}

/** What `runStep` returns for a step that is done. */
const DONE = Promise.resolve()

/**
 * An interpreter that awaits only steps that do something asynchronous. The stock one awaits every step, which takes
 * longer than most steps do. What it does for EOF, Verkle trees, tracing and profiling is left out, since we use none.
 */
function withSynchronousSteps(interpreter: InterpreterClass): InterpreterClass {
  return class extends interpreter {
    override async run(code: Uint8Array, { pc }: RunOptions = {}): Promise<InterpreterResult> {
      const runState = this._runState
      runState.code = code
      runState.programCounter = pc ?? runState.programCounter
      let operations: JumpAnalysis['opcodesCached'] | undefined
      while (runState.programCounter < code.length) {
        runState.opCode = code[runState.programCounter] as number
        if (operations === undefined && isJump(runState.opCode)) {
          const { jumps, pushes, opcodesCached } = this._getValidJumpDestinations(code)
          runState.validJumps = jumps
          runState.cachedPushes = pushes
          runState.shouldDoJumpAnalysis = false
          operations = opcodesCached
        }
        try {
          const step = this.runStep(operations?.[runState.programCounter])
          if (step !== DONE) await step
        } catch (error) {
          if (!(error instanceof EVMError)) throw error
          if (error.error === EVMError.errorMessages.STOP) break
          return { runState, exceptionError: error }
        }
      }
      return { runState }
    }

    override runStep(stockOperation?: Operation): Promise<void> {
      const runState = this._runState
      const operation = (stockOperation ?? this.lookupOpInfo(runState.opCode)) as QuickOperation
      const { opcodeInfo, gasNow, runNow } = operation
      if (runNow === undefined) return super.runStep(operation)
      if (opcodeInfo.isInvalid) throw new EVMError(EVMError.errorMessages.INVALID_OPCODE)
      const { feeBigInt } = opcodeInfo
      this.useGas(gasNow ? gasNow(runState, feeBigInt, this.common) : feeBigInt, opcodeInfo)
      runState.programCounter++
      runNow(runState, this.common)
      return DONE
    }
  }
}

function isJump(opcode: number): boolean {
  return opcode === 0x56 || opcode === 0x57
}
