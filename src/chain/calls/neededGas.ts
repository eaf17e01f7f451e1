import type { ExecResult } from '@ethereumjs/evm'
import type { Interpreter, InterpreterClass } from '../execution/leanInterpreter.ts'
import { STIPEND } from '../protocol/transactionGas.ts'

/** What the interpreters of one EVM tell each other about gas. */
export interface GasWatch {
  /** what the frame had before the operation that runs */
  lastGasLeft: bigint
  /** the gas operand of the last call */
  requestedGas: bigint
  /** what the frame that ran last needed */
  neededGas: bigint
}

/** SSTORE fails unless this much gas is left, which may be more than it uses (EIP-2200). */
const STORE_GAS_MIN = 2301n

/**
 * An interpreter that notes the least gas with which its frame could take the same steps: more than it uses where a call
 * does not get all (EIP-150), or SSTORE must leave some.
 */
export function withNeededGas(stock: InterpreterClass, watch: GasWatch): InterpreterClass {
  return class extends stock {
    readonly #gasLimit = this._runState.gasLeft
    /** the most of the steps that need more than they use */
    #neededGas = 0n

    get neededGas(): bigint {
      const used = this.#gasLimit - this._runState.gasLeft
      return used > this.#neededGas ? used : this.#neededGas
    }

    override storageStore(...slot: Parameters<Interpreter['storageStore']>): Promise<void> {
      this.#need(watch.lastGasLeft, STORE_GAS_MIN)
      return super.storageStore(...slot)
    }

    override async _baseCall(message: Parameters<Interpreter['_baseCall']>[0]): Promise<bigint> {
      const { value, delegatecall, gasLimit } = message
      const { lastGasLeft, requestedGas } = watch
      const stipend = !delegatecall && value > 0n ? STIPEND : 0n
      const gasLeft = this._runState.gasLeft - stipend
      watch.neededGas = 0n
      const outcome = await super._baseCall(message)
      const needed = this.#neededInside(gasLeft, stipend)
      this.#need(gasLeft, withUnpassedGas(needed))
      // Code that keeps a fixed amount, such as `gas: gasleft() - 2500`.
      const isKept = requestedGas >= gasLimit - stipend && requestedGas <= lastGasLeft
      if (isKept) this.#need(lastGasLeft, needed + lastGasLeft - requestedGas)
      return outcome
    }

    override async create(...creation: Parameters<Interpreter['create']>): Promise<bigint> {
      const { gasLeft } = this._runState
      watch.neededGas = 0n
      const outcome = await super.create(...creation)
      this.#need(gasLeft, withUnpassedGas(this.#neededInside(gasLeft, 0n)))
      return outcome
    }

    /** How much of its gas this frame needed for the one that ran last. @param gasLeft what it had before that */
    #neededInside(gasLeft: bigint, stipend: bigint): bigint {
      const used = gasLeft - this._runState.gasLeft
      const needed = watch.neededGas - stipend
      return needed > used ? needed : used
    }

    /** Notes that a step, which began with `gasLeft`, needs `gas` of it. */
    #need(gasLeft: bigint, gas: bigint): void {
      const needed = this.#gasLimit - gasLeft + gas
      if (needed > this.#neededGas) this.#neededGas = needed
    }
  }
}

/** The gas that the frame of a result needed, which such an interpreter has run. */
export function neededGasOf({ runState }: ExecResult): bigint {
  const { neededGas = 0n } = Object(runState?.interpreter) as { readonly neededGas?: bigint }
  return neededGas
}

/** The least gas of which all but a 64th is as much as this. */
function withUnpassedGas(gas: bigint): bigint {
  return gas > 0n ? gas + (gas - 1n) / 63n : 0n
}
