import {
  createEVM,
  EVM,
  EVMError,
  type EVMResult,
  type ExecResult,
  type Message,
  NobleBN254,
} from '@ethereumjs/evm'
import { Account, type Address, createZeroAddress } from '@ethereumjs/util'

type Options = NonNullable<Parameters<typeof createEVM>[0]>
type Interpreter = NonNullable<ExecResult['runState']>['interpreter']
type Environment = Interpreter['_env']
type RunOptions = NonNullable<Parameters<Interpreter['run']>[1]>
type JumpAnalysis = ReturnType<Interpreter['_getValidJumpDestinations']>
type CallMessage = Message & { to: Address }

/** Runs code. The package does not export the class, but its instances have it as their constructor. */
type InterpreterClass = new (
  evm: EVM,
  state: EVM['stateManager'],
  blockchain: EVM['blockchain'],
  environment: Environment,
  gasLeft: bigint,
  journal: EVM['journal'],
  performanceLogger: unknown,
  profilerOptions: unknown,
) => Interpreter

const STOP = Uint8Array.of(0)

/**
 * Makes an EVM that behaves like the stock one for the forks we support, but creates less garbage.
 *
 * For each call the stock EVM merges objects, such as `{ ...state, ...result }`. In Node 20, V8 gives the result of
 * each merge its own hidden class; hidden classes live long, and were nine tenths of the garbage of a block. Here calls
 * make plain objects instead. This overrides methods that are not part of the public API, so the package is pinned to a
 * version, and tests run the same blocks in the stock EVM.
 */
export async function createLeanEvm(options: Options): Promise<EVM> {
  interpreterClass ??= findInterpreterClass()
  return new LeanEvm({ ...options, bn254: new NobleBN254() }, await interpreterClass)
}

/** Found once per process, because creating an EVM just to find it is slow. */
let interpreterClass: Promise<InterpreterClass> | undefined

async function findInterpreterClass(): Promise<InterpreterClass> {
  const stock = await createEVM()
  const { runState } = await stock.runCode({ code: STOP, gasLimit: 0n })
  if (runState === undefined) throw new Error('@ethereumjs/evm does not expose its interpreter')
  return runState.interpreter.constructor as InterpreterClass
}

class LeanEvm extends EVM {
  readonly #interpreter: InterpreterClass

  constructor(options: Options, interpreter: InterpreterClass) {
    super(options)
    this.#interpreter = withKeptAnalysis(interpreter)
  }

  /** Transfers the value of a message and runs the code it calls. */
  protected override async _executeCall(message: CallMessage): Promise<EVMResult> {
    const failure = message.delegatecall ? undefined : await this.#moveValue(message)
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
      this.performanceLogger,
      this._optsCached.profiler,
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
