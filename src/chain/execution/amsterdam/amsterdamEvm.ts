import {
  EVM,
  EVMError,
  type EVMResult,
  type EVMRunCallOpts,
  type ExecResult,
  Message,
} from '@ethereumjs/evm'
import { type Address, createZeroAddress } from '@ethereumjs/util'
import { isSystemCaller } from '../../contracts/system.ts'
import { codeStateGas } from '../../protocol/stateGas.ts'
import { hasCode, isEmpty } from '../../state/emptyAccount.ts'
import type { StorageBase } from '../../state/stateBase.ts'
import type { WorldState } from '../../state/worldState.ts'
import { chargeState, type FrameGas } from './stateGas.ts'
import { type TransferLog, transferLog } from './transferLog.ts'

const { errorMessages } = EVMError

const NOTHING = new Uint8Array(0)

/** In gas: what hashing a word of the code of a new contract costs (EIP-8037). */
const CODE_WORD_GAS = 6n

type CallMessage = Message & { to: Address }

/**
 * The frames of Amsterdam as geth runs them (Call and create in core/vm/evm.go): gas in two dimensions (EIP-8037), logs of
 * transfers (EIP-7708), and exactly the reads of accounts that its block access lists have (EIP-7928). Frames of earlier
 * forks are those of the stock EVM.
 */
export class AmsterdamEvm extends EVM {
  protected readonly isAmsterdam: boolean
  /** in gas: what the frame that ended last took of its gas for new state; 0 if it failed */
  spilledInside = 0n
  /** in gas: what the operation that runs next pays for new state */
  stateGasDue = 0n

  constructor(options: ConstructorParameters<typeof EVM>[0]) {
    super(options)
    this.isAmsterdam = this.common.hardfork() === 'amsterdam'
  }

  /** Its state, whose accounts are read and written without promises. */
  get world(): WorldState<StorageBase> {
    // `createLeanEvm` takes no other state, which the stock type cannot say.
    return this.stateManager as unknown as WorldState<StorageBase>
  }

  // Without a promise of its own for other forks.
  override runCall(options: EVMRunCallOpts): Promise<EVMResult> {
    return this.isAmsterdam ? this.#runFrame(options) : super.runCall(options)
  }

  async #runFrame(options: EVMRunCallOpts): Promise<EVMResult> {
    const message = options.message ?? this.#outermost(options)
    const result =
      message.to === undefined
        ? await this.#create(message)
        : await this.#inFrame(() => this._executeCall(message as CallMessage))
    this.spilledInside = result.execResult.stateGasSpilled ?? 0n
    return result
  }

  #outermost(options: EVMRunCallOpts): Message {
    const { caller = createZeroAddress(), gasPrice = 0n, origin = caller, block } = options
    if (block !== undefined) this._block = block
    this._tx = { gasPrice, origin }
    return new Message({
      ...options,
      caller,
      gasLimit: options.gasLimit ?? 0n,
      selfdestruct: new Map(),
      createdAddresses: new Set(),
    })
  }

  /** Transfers the value of a message and runs the code it calls. */
  protected override async _executeCall(message: CallMessage): Promise<EVMResult> {
    if (!this.isAmsterdam) return super._executeCall(message)
    const { caller, to, value, depth } = message
    const isInPlace = message.delegatecall || message._codeAddress !== undefined
    const movesNothing = isInPlace || isSystemCaller(caller.bytes)
    const log = movesNothing ? undefined : this.#transfer(caller, to, value)
    await this._loadCode(message)
    const execResult = await this.#run(message, log)
    if (depth === 0) this.transientStorage.clear()
    return { execResult }
  }

  async #run(message: Message, log: TransferLog | undefined): Promise<ExecResult> {
    const { code, data, gasLimit, gasRefund } = message
    if (typeof code === 'function') {
      const result = await this.runPrecompile(code, data, gasLimit)
      result.gasRefund = gasRefund
      if (log !== undefined) result.logs = [log]
      return result
    }
    if (code === undefined || code.length === 0) {
      return {
        gasRefund,
        executionGasUsed: 0n,
        returnValue: NOTHING,
        ...(log !== undefined && { logs: [log] }),
      }
    }
    return this.runInterpreter(message, log && { initialLogs: [log] })
  }

  /** @returns the log of the transfer; undefined if there is none */
  #transfer(from: Address, to: Address, value: bigint): TransferLog | undefined {
    const world = this.world
    const recipient = world.account(to.bytes)
    // A call of an empty account deletes it (EIP-161).
    if (value === 0n && recipient !== undefined && isEmpty(recipient)) world.removeAccount(to.bytes)
    if (value === 0n || from.equals(to)) return undefined
    world.addBalance(from.bytes, -value)
    world.addBalance(to.bytes, value)
    const log = transferLog(from.bytes, to.bytes, value)
    this.transferred(log)
    return log
  }

  /** Called when ether is transferred. */
  transferred(_log: TransferLog): void {}

  /** Undoes a frame that fails, with its state gas. */
  async #inFrame(run: () => Promise<EVMResult>): Promise<EVMResult> {
    const { stateGasReservoir, executionStateGasUsed } = this
    await this.journal.checkpoint()
    this.transientStorage.checkpoint()
    const result = await run()
    const { execResult } = result
    const { exceptionError } = execResult
    if (exceptionError === undefined) {
      await this.journal.commit()
      this.transientStorage.commit()
      return result
    }
    await this.journal.revert()
    this.transientStorage.revert()
    this.stateGasReservoir = stateGasReservoir
    this.executionStateGasUsed = executionStateGasUsed
    // A frame that reverts gets back what it took of its gas; one that halts burns that with the rest.
    if (exceptionError.error === errorMessages.REVERT) {
      execResult.executionGasUsed -= execResult.stateGasSpilled ?? 0n
    }
    execResult.stateGasSpilled = 0n
    execResult.gasRefund = 0n
    execResult.logs = []
    execResult.selfdestruct = new Map()
    execResult.createdAddresses = new Set()
    return result
  }

  async #create(message: Message): Promise<EVMResult> {
    // The address of a contract that CREATE2 makes depends on this code.
    message.code = message.data
    const to = await this._generateAddress(message)
    // The address stays warm even if the creation fails.
    this.journal.addWarmedAddress(to.bytes)
    const account = this.world.account(to.bytes)
    if (account !== undefined && (account.nonce > 0n || hasCode(account))) {
      return {
        createdAddress: to,
        execResult: halted(errorMessages.CREATE_COLLISION, message.gasLimit),
      }
    }
    return this.#inFrame(() => this.#runCreation(message, to))
  }

  async #runCreation(message: Message, to: Address): Promise<EVMResult> {
    const { caller, value, depth } = message
    message.to = to
    message.data = NOTHING
    message.isCreate = true
    message.createdAddresses?.add(to.toString())
    this.world.setNonce(to.bytes, 1n)
    const log = this.#transfer(caller, to, value)
    const result = await this.#run(message, log)
    if (result.exceptionError === undefined) await this.#deposit(message, to, result)
    if (depth === 0) this.transientStorage.clear()
    return { createdAddress: to, execResult: result }
  }

  /** Stores the code of a new contract, or makes the frame halt. */
  async #deposit({ gasLimit }: Message, to: Address, result: ExecResult): Promise<void> {
    const { returnValue: code, executionGasUsed, stateGasSpilled = 0n } = result
    const gas: FrameGas = { gasLeft: gasLimit - executionGasUsed, stateGasSpilled }
    const problem = this.#depositProblem(code, gas)
    if (problem !== undefined) {
      result.exceptionError = new EVMError(problem)
      result.executionGasUsed = gasLimit
      return
    }
    result.executionGasUsed = gasLimit - gas.gasLeft
    result.stateGasSpilled = gas.stateGasSpilled
    if (code.length > 0) await this.stateManager.putCode(to, code)
  }

  #depositProblem(code: Uint8Array, gas: FrameGas): ErrorMessage | undefined {
    if (code[0] === 0xef) return errorMessages.INVALID_BYTECODE_RESULT
    if (code.length > Number(this.common.param('maxCodeSize')))
      return errorMessages.CODESIZE_EXCEEDS_MAXIMUM
    const wordGas = CODE_WORD_GAS * BigInt(Math.ceil(code.length / 32))
    if (gas.gasLeft < wordGas) return errorMessages.OUT_OF_GAS
    gas.gasLeft -= wordGas
    return chargeState(this, gas, codeStateGas(code.length)) ? undefined : errorMessages.OUT_OF_GAS
  }
}

type ErrorMessage = (typeof errorMessages)[keyof typeof errorMessages]

function halted(error: ErrorMessage, gasUsed: bigint): ExecResult {
  return {
    exceptionError: new EVMError(error),
    executionGasUsed: gasUsed,
    returnValue: NOTHING,
    gasRefund: 0n,
    stateGasSpilled: 0n,
  }
}
