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

/** Runs code. The package keeps the class to itself, but its instances tell of what class they are. */
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
 * Makes an EVM that does as the stock one does, up to the forks that we know, and leaves less behind.
 *
 * For each call the stock EVM merges objects, such as `{ ...state, ...result }`. V8 as Node 20 has it gives what comes
 * of a merge a shape of its own each time; shapes live long, and they came to nine tenths of what a block left to be
 * collected. Here calls make plain objects instead. It leans on methods that are no public interface, so the package is pinned to a version,
 * and the tests have the stock EVM run the same blocks.
 */
export async function createLeanEvm(options: Options): Promise<EVM> {
  interpreterClass ??= findInterpreterClass()
  return new LeanEvm({ ...options, bn254: new NobleBN254() }, await interpreterClass)
}

/** There is one in the process; an EVM only to ask for it takes as long to make as any other. */
let interpreterClass: Promise<InterpreterClass> | undefined

async function findInterpreterClass(): Promise<InterpreterClass> {
  const stock = await createEVM()
  const { runState } = await stock.runCode({ code: STOP, gasLimit: 0n })
  if (runState === undefined) throw new Error('@ethereumjs/evm tells nothing of its interpreter')
  return runState.interpreter.constructor as InterpreterClass
}

class LeanEvm extends EVM {
  readonly #interpreter: InterpreterClass

  constructor(options: Options, interpreter: InterpreterClass) {
    super(options)
    this.#interpreter = withKeptAnalysis(interpreter)
  }

  /** Moves the value of a message, and runs the code that it is for. */
  protected override async _executeCall(message: CallMessage): Promise<EVMResult> {
    const failure = message.delegatecall ? undefined : await this.#moveValue(message)
    await this._loadCode(message)
    return { execResult: failure ? nothingRun(message, failure) : await this.#runCode(message) }
  }

  /** @returns what is against it */
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
    // What is stored so is gone with the transaction (EIP-1153).
    if (depth === 0) this.transientStorage.clear()
    return result
  }

  /** Runs code that is no precompiled contract. */
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
      // Only who reverts keeps what gas is left.
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

/** The result of a message for which no code is run. */
function nothingRun({ gasRefund }: Message, failure?: EVMError): ExecResult {
  const result: ExecResult = { gasRefund, executionGasUsed: 0n, returnValue: new Uint8Array(0) }
  if (failure !== undefined) result.exceptionError = failure
  return result
}

/** An interpreter that looks through a contract for the places to jump to once, and not at every call. */
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
