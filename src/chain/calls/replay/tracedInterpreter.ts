import { EVMError } from '@ethereumjs/evm'
import type { InterpreterClass } from '../../execution/leanInterpreter.ts'
import type { ForkName } from '../../protocol/forks.ts'
import { stackLimits } from '../failures/stackLimits.ts'
import { frameReporting } from './frameReporting.ts'
import type { LiveTrace } from './liveTrace.ts'
import { OperationReporter, type RunningCode } from './operationReporter.ts'

type Interpreter = InstanceType<InterpreterClass>

const { errorMessages } = EVMError

/** An interpreter that reports what it does to a trace. */
export function tracedInterpreter(
  stock: InterpreterClass,
  trace: LiveTrace,
  fork: ForkName,
): InterpreterClass {
  const reporter = new OperationReporter(trace, fork)
  return class extends frameReporting(stock, trace) {
    readonly #code: RunningCode = {
      runState: this._runState,
      env: this._env,
      result: this._result,
      journal: this.journal,
    }

    override async run(...of: Parameters<Interpreter['run']>): ReturnType<Interpreter['run']> {
      const { frame } = trace
      const outcome = await super.run(...of)
      if (trace.hooks === undefined || frame === undefined) return outcome
      if (outcome.exceptionError === undefined) reporter.end(this.#code, frame)
      else await reporter.fail(this.#code, frame, outcome.exceptionError)
      return outcome
    }

    override runStep(operation?: Parameters<Interpreter['runStep']>[0]): Promise<void> {
      const { hooks, frame } = trace
      if (hooks !== undefined && frame !== undefined) {
        reporter.begin(this.#code, frame)
        const { opcodeInfo } = operation ?? this.lookupOpInfo(this._runState.opCode)
        if (!opcodeInfo.isInvalid) requireOperands(this._runState)
      }
      return super.runStep(operation)
    }

    override useGas(...[amount, context]: Parameters<Interpreter['useGas']>): void {
      const { hooks, frame } = trace
      // The gas of a call inside is subtracted in the same way, but named by a text.
      if (hooks !== undefined && frame !== undefined && typeof context === 'object') {
        reporter.charge(this.#code, frame, amount)
      }
      super.useGas(amount, context)
    }
  }
}

/** geth looks at the stack first; the stock interpreter takes items from it before it misses others. */
function requireOperands({ opCode, stack }: Interpreter['_runState']): void {
  const { min, max } = stackLimits(opCode)
  if (stack.length < min) throw new EVMError(errorMessages.STACK_UNDERFLOW)
  if (stack.length > max) throw new EVMError(errorMessages.STACK_OVERFLOW)
}
