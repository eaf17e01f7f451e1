import type { Common } from '@ethereumjs/common'
import {
  type createEVM,
  type EVM,
  EVMError,
  type EVMResult,
  type ExecResult,
  type Message,
  NobleBN254,
  type PrecompileFunc,
} from '@ethereumjs/evm'
import { Account, type Address, createZeroAddress } from '@ethereumjs/util'
import { isSystemCaller } from '../contracts/system.ts'
import { AmsterdamEvm } from './amsterdam/amsterdamEvm.ts'
import { amsterdamOperations } from './amsterdam/amsterdamOperations.ts'
import { interpreterOf } from './interpreterOf.ts'
import type {
  Environment,
  Interpreter,
  InterpreterClass,
  JumpAnalysis,
  RunOptions,
} from './leanInterpreter.ts'
import type { Meter } from './meter.ts'
import { quickOperations, type ReadableState } from './quickOperations.ts'

export type EvmOptions = NonNullable<Parameters<typeof createEVM>[0]>
type CallMessage = Message & { to: Address }

/**
 * Makes an EVM that behaves like the stock one for the forks we support, but creates less garbage.
 *
 * For each call the stock EVM merges objects, such as `{ ...state, ...result }`. In Node 20, V8 gives the result of
 * each merge its own hidden class; hidden classes live long, and were nine tenths of the garbage of a block. Here calls
 * make plain objects instead. This overrides methods that are not part of the public API, so the package is pinned to a
 * version, and tests run the same blocks in the stock EVM.
 */
export async function createLeanEvm(options: EvmOptions): Promise<AmsterdamEvm> {
  return new LeanEvm(options, await interpreterOf(options.common as Common))
}

/** An EVM that reports its work to a meter, which may be replaced between two calls. */
export type MeteredEvm = EVM & { meter: Meter }

/** Makes such an EVM for calls. Blocks need no meter, and a report for each step takes time. */
export async function createMeteredEvm(options: EvmOptions, meter: Meter): Promise<MeteredEvm> {
  return new MeteredLeanEvm(options, await interpreterOf(options.common as Common), meter)
}

/** Creates the libraries of each EVM, as the package does, because some keep state. */
function withLibraries(options: EvmOptions): EvmOptions {
  return { ...options, bn254: new NobleBN254() }
}

class LeanEvm extends AmsterdamEvm {
  readonly #interpreter: InterpreterClass

  constructor(options: EvmOptions, interpreter: InterpreterClass) {
    super(withLibraries(options))
    const { stateManager } = this
    const state = isReadable(stateManager) ? stateManager : undefined
    const operations = quickOperations(this._opcodeMap, state)
    this._opcodeMap = this.isAmsterdam ? amsterdamOperations(operations) : operations
    this.#interpreter = withKeptAnalysis(interpreter)
  }

  /** Transfers the value of a message and runs the code it calls. */
  protected override async _executeCall(message: CallMessage): Promise<EVMResult> {
    if (this.isAmsterdam) return super._executeCall(message)
    const movesNothing = message.delegatecall || isSystemCaller(message.caller.bytes)
    const failure = movesNothing ? undefined : await this.#moveValue(message)
    await this._loadCode(message)
    return { execResult: failure ? nothingRun(message, failure) : await this.#runCode(message) }
  }

  /** @returns why the value cannot be transferred; undefined if it was */
  async #moveValue(message: CallMessage): Promise<EVMError | undefined> {
    const { caller, to } = message
    try {
      const sender = (await this.stateManager.getAccount(caller)) ?? new Account()
      await this._reduceSenderBalance(sender, message)
      const recipient = (await this.stateManager.getAccount(to)) ?? new Account()
      await this._addToBalance(recipient, message)
      return undefined
    } catch (error) {
      if (error instanceof EVMError) return error
      throw error
    }
  }

  async #runCode(message: Message): Promise<ExecResult> {
    const { code, data, depth, gasLimit, gasRefund } = message
    let result: ExecResult
    if (typeof code === 'function') {
      result = await this.runPrecompile(code, data, gasLimit)
      result.gasRefund = gasRefund
    } else {
      if (code === undefined || code.length === 0) return nothingRun(message)
      result = await this.runInterpreter(message)
    }
    // Transient storage lasts for one transaction (EIP-1153).
    if (depth === 0) this.transientStorage.clear()
    return result
  }

  /** Runs code other than a precompiled contract. */
  protected override async runInterpreter(
    message: Message,
    options: RunOptions = {},
  ): Promise<ExecResult> {
    const interpreter = new this.#interpreter(
      this,
      this.stateManager,
      this.blockchain,
      await this.#environment(message, options),
      message.gasLimit,
      this.journal,
    )
    const outcome = interpreter._result
    if (message.selfdestruct) outcome.selfdestruct = message.selfdestruct
    if (message.createdAddresses) outcome.createdAddresses = message.createdAddresses
    const { runState, exceptionError } = await interpreter.run(message.code as Uint8Array, options)
    const result: ExecResult = {
      runState,
      gas: runState.gasLeft,
      executionGasUsed: message.gasLimit - runState.gasLeft,
      returnValue: outcome.returnValue ?? new Uint8Array(0),
      logs: outcome.logs,
      selfdestruct: outcome.selfdestruct,
      createdAddresses: outcome.createdAddresses as Set<`0x${string}`>,
      gasRefund: runState.gasRefund,
      stateGasSpilled: runState.stateGasSpilled,
    }
    if (exceptionError !== undefined) {
      result.exceptionError = exceptionError
      result.logs = []
      result.selfdestruct = new Map()
      result.createdAddresses = new Set()
      // Only a revert returns the remaining gas.
      const reverts = exceptionError.error === EVMError.errorMessages.REVERT
      if (!reverts) result.executionGasUsed = message.gasLimit
    }
    return result
  }

  async #environment(message: Message, { initialLogs }: RunOptions): Promise<Environment> {
    const { to = createZeroAddress(), caller } = message
    return {
      address: to,
      caller,
      callData: message.data,
      callValue: message.value,
      code: message.code,
      isStatic: message.isStatic,
      isCreate: message.isCreate ?? false,
      depth: message.depth,
      gasPrice: this._tx?.gasPrice,
      origin: this._tx?.origin ?? caller,
      block: this._block,
      contract: (await this.stateManager.getAccount(to)) ?? new Account(),
      codeAddress: message.codeAddress,
      gasRefund: message.gasRefund,
      chargeCodeAccesses: message.chargeCodeAccesses,
      blobVersionedHashes: message.blobVersionedHashes ?? [],
      accessWitness: message.accessWitness,
      createdAddresses: message.createdAddresses,
      initialLogs,
    } as Environment
  }
}

function isReadable(state: object): state is ReadableState {
  return 'storage' in state
}

/** See `createMeteredEvm`. */
export class MeteredLeanEvm extends LeanEvm {
  meter: Meter

  constructor(options: EvmOptions, interpreter: InterpreterClass, meter: Meter) {
    super(
      options,
      reporting(interpreter, (gas) => this.meter.step(gas)),
    )
    this.meter = meter
  }

  protected override async _executeCall(message: CallMessage): Promise<EVMResult> {
    // Reported before a transfer of value, which is as good: nothing else of the call takes long.
    const { codeAddress, data } = message
    const run = this.getPrecompile(codeAddress)
    if (run !== undefined) this.meter.precompile(this.precompileName(run, codeAddress), data)
    return super._executeCall(message)
  }

  /** The address by which a meter knows a precompiled contract, in hex without prefix. */
  protected precompileName(_run: PrecompileFunc, calledAt: Address): string {
    return Buffer.from(calledAt.bytes).toString('hex')
  }
}

/** The result of a message that runs no code. */
function nothingRun({ gasRefund }: Message, failure?: EVMError): ExecResult {
  const result: ExecResult = { gasRefund, executionGasUsed: 0n, returnValue: new Uint8Array(0) }
  if (failure !== undefined) result.exceptionError = failure
  return result
}

/** An interpreter that analyses the jump destinations of a contract once instead of at every call. */
function withKeptAnalysis(interpreter: InterpreterClass): InterpreterClass {
  const analyses = new WeakMap<Uint8Array, JumpAnalysis>()
  return class extends interpreter {
    override _getValidJumpDestinations(code: Uint8Array): JumpAnalysis {
      let analysis = analyses.get(code)
      if (analysis === undefined) {
        analysis = super._getValidJumpDestinations(code)
        analyses.set(code, analysis)
      }
      return analysis
    }
  }
}

/** An interpreter that reports the gas of each step before it does the step. */
function reporting(interpreter: InterpreterClass, report: (gas: bigint) => void): InterpreterClass {
  return class extends interpreter {
    override useGas(...[amount, context]: Parameters<Interpreter['useGas']>): void {
      // The gas of a call inside is subtracted in the same way, but named by a text.
      if (typeof context === 'object') report(amount)
      super.useGas(amount, context)
    }
  }
}
