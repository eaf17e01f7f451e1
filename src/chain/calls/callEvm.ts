import {
  EVMError,
  type EVMResult,
  type EVMRunCallOpts,
  type ExecResult,
  type Log,
  Message,
  type PrecompileFunc,
} from '@ethereumjs/evm'
import type { Address } from '@ethereumjs/util'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { type EvmOptions, MeteredLeanEvm } from '../execution/leanEvm.ts'
import type { InterpreterClass } from '../execution/leanInterpreter.ts'
import { type Meter, unmetered } from '../execution/meter.ts'
import type { AppliedMessage } from './appliedMessage.ts'
import type { CallTracer } from './callTracer.ts'
import type { CodeLimits } from './failures/describeFailure.ts'
import { MessageMemory } from './messageMemory.ts'
import { type GasWatch, neededGasOf, withNeededGas } from './neededGas.ts'
import { printedBytes } from './printedBytes.ts'

type Interpreter = InstanceType<InterpreterClass>
type CallOptions = Parameters<Interpreter['_baseCall']>[0]
type CreateOptions = Parameters<Interpreter['create']>
type RunState = NonNullable<ExecResult['runState']>

/** The operation that a message ran last. */
export interface LastStep {
  readonly runState: RunState
  /** number of items on the stack before it */
  readonly stackLength: number
  /** before it */
  readonly gasLeft: bigint
  /** how many words of memory there were before it: one that fails may have counted those that it asked for */
  readonly memoryWords: bigint
}

/** What observes the steps of an EVM. One object per EVM, so that the interpreters find it without a look-up. */
interface Watch extends GasWatch {
  tracer: CallTracer | undefined
  lastRunState: RunState | undefined
  lastStackLength: number
  lastMemoryWords: bigint
  readonly memory: MessageMemory
}

/** An EVM for calls: it reports to a meter and to a tracer, and its precompiled contracts can be moved. */
export class CallEvm extends MeteredLeanEvm {
  readonly codeLimits: CodeLimits
  readonly #watch: Watch
  readonly #standard: ReadonlyMap<string, PrecompileFunc>
  readonly #addressOf: ReadonlyMap<PrecompileFunc, string>
  /** undefined for those of the fork */
  #used: ReadonlyMap<string, PrecompileFunc> | undefined
  #creationOutput: Uint8Array | undefined
  #lastPrecompile: string | undefined
  #printed: Uint8Array[] = []
  #printedBytes = 0

  constructor(options: EvmOptions, stock: InterpreterClass) {
    const watch: Watch = {
      tracer: undefined,
      lastRunState: undefined,
      lastStackLength: 0,
      lastGasLeft: 0n,
      lastMemoryWords: 0n,
      requestedGas: 0n,
      neededGas: 0n,
      memory: new MessageMemory(),
    }
    super(options, watchedInterpreter(withNeededGas(stock, watch), watch), unmetered)
    const { common } = this
    this.codeLimits = {
      code: common.gteHardfork('spuriousDragon')
        ? Number(common.param('maxCodeSize'))
        : Number.POSITIVE_INFINITY,
      initCode: common.isActivatedEIP(3860)
        ? Number(common.param('maxInitCodeSize'))
        : Number.POSITIVE_INFINITY,
    }
    this.#watch = watch
    this.#standard = new Map(this._precompiles)
    this.#addressOf = new Map([...this.#standard].map(([address, run]) => [run, address]))
  }

  /** Starts a message of another call. */
  prepare(meter: Meter, tracer: CallTracer | undefined): void {
    this.meter = meter
    this.#watch.tracer = tracer
    this.#watch.lastRunState = undefined
    this.#watch.neededGas = 0n
    this.#watch.memory.reset()
    this.#creationOutput = undefined
    this.#lastPrecompile = undefined
    this.#printed = []
    this.#printedBytes = 0
  }

  /** The input of each call of `console.log` (hardhat/console.sol, forge-std) in the message so far. */
  get printed(): readonly Uint8Array[] {
    return this.#printed
  }

  /** Called with the gas that the authorizations of a message refund, before its code runs. */
  refundBefore(_gas: bigint): void {}

  /** Called when gas runs out before the first frame of a message. */
  haltedBefore(_message: AppliedMessage, _gas: bigint): void {}

  /** The precompiled contracts of the fork by their addresses in hex without prefix. */
  get standardPrecompiles(): ReadonlyMap<string, PrecompileFunc> {
    return this.#standard
  }

  /** Replaces the precompiled contracts; undefined for those of the fork. */
  usePrecompiles(precompiles: ReadonlyMap<string, PrecompileFunc> | undefined): void {
    if (precompiles === this.#used) return
    this.#used = precompiles
    this._precompiles = new Map(precompiles ?? this.#standard)
  }

  /** The operation that ran last, in any frame; undefined if no code ran. */
  get lastStep(): LastStep | undefined {
    const { lastRunState: runState, lastStackLength, lastGasLeft, lastMemoryWords } = this.#watch
    if (runState === undefined) return undefined
    return {
      runState,
      stackLength: lastStackLength,
      gasLeft: lastGasLeft,
      memoryWords: lastMemoryWords,
    }
  }

  /** The least gas with which the code of the message could take the same steps. */
  get neededGas(): bigint {
    return this.#watch.neededGas
  }

  /** The code that the outermost message wanted to deploy, if it creates a contract and its code ran to the end. */
  get creationOutput(): Uint8Array | undefined {
    return this.#creationOutput
  }

  override async runCall(options: EVMRunCallOpts): Promise<EVMResult> {
    if (isConsole(options.message?.to)) this.#print(options.message?.data)
    const log = await this.#transferLog(options)
    const result = await super.runCall(options)
    if (log !== undefined && result.execResult.exceptionError === undefined) {
      result.execResult.logs = [log, ...(result.execResult.logs ?? [])]
    }
    return result
  }

  #print(data: Uint8Array | undefined): void {
    if (data === undefined) return
    const bytes = printedBytes(data)
    if (this.#printedBytes + bytes > PRINTED_BYTES_MAX) return
    this.#printedBytes += bytes
    // A copy: the memory of a frame is used again.
    this.#printed.push(Uint8Array.from(data))
  }

  override transferred(log: Log): void {
    this.#watch.tracer?.log?.(log)
  }

  async #transferLog(options: EVMRunCallOpts): Promise<Log | undefined> {
    const { tracer } = this.#watch
    // From Amsterdam on the protocol itself logs transfers.
    if (tracer?.transfer === undefined || this.isAmsterdam) return undefined
    const { message = new Message({ ...options, gasLimit: options.gasLimit ?? 0n }) } = options
    const isCallCode = message._codeAddress !== undefined
    if (message.delegatecall || isCallCode || message.value === 0n) return undefined
    // The address of a contract that CREATE2 makes depends on this code.
    if (message.to === undefined) message.code = message.data
    const { bytes: to } = message.to ?? (await this._generateAddress(message))
    return tracer.transfer(message.caller.bytes, to, message.value)
  }

  /** Wraps around at 2^256, as in geth (core/state, AddBalance): with overrides, accounts can have more than there is. */
  protected override async _addToBalance(
    ...[account, message]: Parameters<MeteredLeanEvm['_addToBalance']>
  ): Promise<void> {
    account.balance = BigInt.asUintN(256, account.balance + message.value) - message.value
    await super._addToBalance(account, message)
  }

  protected override async runInterpreter(
    message: Message,
    options?: Parameters<MeteredLeanEvm['runInterpreter']>[1],
  ): Promise<ExecResult> {
    const { memory } = this.#watch
    const outer = memory.enter()
    const result = await super.runInterpreter(message, options)
    this.#watch.neededGas = neededGasOf(result)
    memory.exit(outer, result.returnValue.length)
    if (message.isCreate) memory.keep(result.returnValue.length)
    if (message.depth === 0 && message.isCreate && result.exceptionError === undefined) {
      this.#creationOutput = result.returnValue
    }
    return result
  }

  /** Marks the precompiled contracts of the fork as accessed. Slots of them may be marked before, but not after. */
  warmPrecompiles(): void {
    // The stock method parses each address, which takes as long as all other preparations of a call.
    const { alwaysWarmJournal } = this.#privateJournal
    for (const address of this.#standard.keys()) {
      if (!alwaysWarmJournal.has(address)) alwaysWarmJournal.set(address, NO_SLOTS)
    }
  }

  /** Notes that an account is changed, so that it is deleted afterwards if it is empty (EIP-161). */
  touch(address: Uint8Array): void {
    this.#privateJournal.touchAccount(toHex(address).slice(2))
  }

  get #privateJournal(): PrivateJournal {
    // The class declares these parts as private, so that no type can have them and be a journal.
    return this.journal as unknown as PrivateJournal
  }

  /** Whether an address was accessed before (EIP-2929). */
  isWarm(address: Uint8Array): boolean {
    return this.journal.isWarmedAddress(address)
  }

  /** The address of the precompiled contract that ran last, in hex without prefix; undefined if none did. */
  get lastPrecompile(): string | undefined {
    return this.#lastPrecompile
  }

  protected override precompileName(run: PrecompileFunc): string {
    const name = this.#addressOf.get(run) ?? ''
    this.#lastPrecompile = name
    return name
  }
}

/** The address of `console.log`, which has no code: "console.log" in ASCII. */
const CONSOLE = fromHex('0x000000000000000000636f6e736f6c652e6c6f67')

/** In bytes: how much of what a message prints is kept. */
const PRINTED_BYTES_MAX = 64 * 1024

function isConsole(to: Address | undefined): boolean {
  // Hardly any other address has zeros there.
  return to?.bytes[0] === 0 && to.bytes[9] === CONSOLE[9] && Buffer.compare(to.bytes, CONSOLE) === 0
}

/** One for all, because making one for each precompiled contract takes a good part of a short call. */
const NO_SLOTS: ReadonlySet<string> = new Set()

/** The parts of a journal that are not public. All texts are hex without prefix. */
interface PrivateJournal {
  /** slots by the addresses that are warm throughout a message */
  readonly alwaysWarmJournal: Map<string, ReadonlySet<string>>
  touchAccount(address: string): void
}

const CREATE = 0xf0
const CALL = 0xf1
const STATICCALL = 0xfa
const CREATE2 = 0xf5

/** How many frames may be open (Yellow Paper 9.1). */
const FRAMES_MAX = 1024

/** An interpreter that reports to a watch. */
function watchedInterpreter(stock: InterpreterClass, watch: Watch): InterpreterClass {
  return class extends stock {
    /** of the memory of this frame, those that are counted */
    #words = 0n

    /** Called before each operation, with the memory that it needs. */
    override useGas(gas: bigint, context?: Parameters<Interpreter['useGas']>[1]): void {
      if (typeof context === 'object') requireSmallInitCode(this._runState, this.common)
      super.useGas(gas, context)
      // Only after the gas was paid: an operation that cannot pay for its memory does not get it.
      const { memoryWordCount } = this._runState
      if (memoryWordCount === this.#words) return
      watch.memory.grow(Number(memoryWordCount - this.#words) * 32)
      this.#words = memoryWordCount
    }

    override runStep(operation?: Parameters<Interpreter['runStep']>[0]) {
      const runState = this._runState
      const { stack } = runState
      watch.lastRunState = runState
      watch.lastStackLength = stack.length
      watch.lastGasLeft = runState.gasLeft
      watch.lastMemoryWords = runState.memoryWordCount
      if (isCall(runState.opCode) && stack.length > 0) [watch.requestedGas = 0n] = stack.peek(1)
      watch.tracer?.step?.({
        opcode: runState.opCode,
        address: this._env.address.bytes,
        stackLength: stack.length,
        top: (count) => stack.peek(count),
      })
      return super.runStep(operation)
    }

    override log(...log: Parameters<Interpreter['log']>): void {
      super.log(...log)
      watch.memory.keep(log[0].length)
      if (watch.tracer?.log !== undefined) watch.tracer.log(this._result.logs.at(-1) as Log)
    }

    override async selfDestruct(beneficiary: Address): Promise<void> {
      const { address, contract } = this._env
      const isTraced = contract.balance > 0n && !isAmsterdam(this.common)
      if (isTraced) {
        const log = watch.tracer?.transfer?.(address.bytes, beneficiary.bytes, contract.balance)
        if (log !== undefined) this._result.logs.push(log)
      }
      try {
        // Throws when it is done: it stops the frame.
        await super.selfDestruct(beneficiary)
      } finally {
        await this.#wrapBalance(beneficiary)
      }
    }

    /** As `_addToBalance` above. */
    async #wrapBalance(beneficiary: Address): Promise<void> {
      const account = await this._stateManager.getAccount(beneficiary)
      if (account === undefined || account.balance < 1n << 256n) return
      account.balance = BigInt.asUintN(256, account.balance)
      await this.journal.putAccount(beneficiary, account)
    }

    override _baseCall(message: CallOptions): Promise<bigint> {
      const { value, delegatecall, _codeAddress: codeAddress } = message
      if (!delegatecall && codeAddress === undefined) this.#traceRefusedTransfer(value)
      return super._baseCall(message)
    }

    override create(...creation: CreateOptions): Promise<bigint> {
      this.#traceRefusedTransfer(creation[1])
      return super.create(...creation)
    }

    /** A transfer in a frame that is refused at once is traced, too, but its log is reverted with the frame. */
    #traceRefusedTransfer(value: bigint): void {
      if (isAmsterdam(this.common)) return
      const { address, contract, depth } = this._env
      const isRefused = depth >= FRAMES_MAX || contract.balance < value
      if (isRefused && value > 0n) watch.tracer?.transfer?.(address.bytes, address.bytes, value)
    }
  }
}

/** Whether an operation may be a call with a gas operand. */
function isCall(opcode: number): boolean {
  return opcode >= CALL && opcode <= STATICCALL
}

/** From then on the protocol itself logs transfers. */
function isAmsterdam(common: Interpreter['common']): boolean {
  return common.hardfork() === 'amsterdam'
}

/** geth looks at the size while it computes the gas; the stock interpreter takes the gas and the operands before. */
function requireSmallInitCode({ opCode, stack }: RunState, common: Interpreter['common']): void {
  if (opCode !== CREATE && opCode !== CREATE2) return
  const [, , size = 0n] = stack.peek(3)
  if (!common.isActivatedEIP(3860) || size <= common.param('maxInitCodeSize')) return
  throw new EVMError(EVMError.errorMessages.INITCODE_SIZE_VIOLATION)
}
