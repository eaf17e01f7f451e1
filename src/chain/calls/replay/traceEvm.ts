import {
  EVMError,
  type EVMResult,
  type EVMRunCallOpts,
  type ExecResult,
  type Log,
  Message,
  type PrecompileFunc,
} from '@ethereumjs/evm'
import { createdAddress } from '../../execution/createdAddress.ts'
import type { EvmOptions } from '../../execution/leanEvm.ts'
import type { InterpreterClass } from '../../execution/leanInterpreter.ts'
import type { ForkName } from '../../protocol/forks.ts'
import type { AppliedMessage } from '../appliedMessage.ts'
import { CallEvm } from '../callEvm.ts'
import { describeFailure } from '../failures/describeFailure.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import { type LiveTrace, type OpenFrame, typeOf } from './liveTrace.ts'
import { tracedInterpreter } from './tracedInterpreter.ts'
import type { EnteredFrame } from './traceHooks.ts'

const { errorMessages } = EVMError

const NOTHING = new Uint8Array(0)
const OUT_OF_GAS: EvmFailure = { kind: 'outOfGas', message: 'out of gas' }

/** An EVM that reports frames and operations to a trace. */
export class TraceEvm extends CallEvm {
  readonly #trace: LiveTrace
  readonly #fork: ForkName

  constructor(options: EvmOptions, stock: InterpreterClass, trace: LiveTrace, fork: ForkName) {
    super(options, tracedInterpreter(stock, trace, fork))
    this.#trace = trace
    this.#fork = fork
  }

  override refundBefore(gas: bigint): void {
    this.#trace.refundBefore = gas
  }

  override async runCall(options: EVMRunCallOpts): Promise<EVMResult> {
    const trace = this.#trace
    if (trace.hooks === undefined) return super.runCall(options)
    const { message = new Message({ ...options, gasLimit: options.gasLimit ?? 0n }) } = options
    trace.enter(await this.#enteredFrame(message))
    const frame = trace.frame as OpenFrame
    const result = await super.runCall(options)
    const { execResult } = result
    const failure = this.#failureOf(frame, execResult)
    const keepsChanges =
      this.#fork === 'chainstart' &&
      execResult.exceptionError?.error === errorMessages.CODESTORE_OUT_OF_GAS
    const output = keepsChanges ? frame.creationOutput : outputOf(execResult, failure)
    const isReverted = failure !== undefined && !keepsChanges
    trace.exit(output ?? NOTHING, execResult.executionGasUsed, failure, isReverted)
    return result
  }

  /** As in geth, the frame is there although it was never entered. */
  override haltedBefore(message: AppliedMessage, gas: bigint): void {
    const { from, to, nonce, data, value } = message
    const target = to ?? createdAddress(from, nonce, data, undefined)
    const type = to === undefined ? 'CREATE' : 'CALL'
    this.#trace.enter({ depth: 0, type, from, to: target, input: data, gas, value })
    this.#trace.exit(NOTHING, gas, OUT_OF_GAS, true)
  }

  override transferred(log: Log): void {
    super.transferred(log)
    const trace = this.#trace
    const [address, topics, data] = log
    trace.hooks?.log?.({ address, topics, data, index: trace.logCount++ })
  }

  async #enteredFrame(message: Message): Promise<EnteredFrame> {
    const { depth, caller, value, data, gasLimit, delegatecall, to, _codeAddress } = message
    const type = this.#trace.nextType ?? typeOf(message)
    this.#trace.nextType = undefined
    // The address of a contract that CREATE2 makes depends on this code.
    if (to === undefined) message.code = data
    const target = _codeAddress ?? to ?? (await this._generateAddress(message))
    return {
      depth,
      type,
      // The code of a delegate call runs in the name of the contract that makes it.
      from: delegatecall && to !== undefined ? to.bytes : caller.bytes,
      to: target.bytes,
      input: data,
      gas: gasLimit,
      value: type === 'STATICCALL' ? undefined : value,
    }
  }

  #failureOf(frame: OpenFrame, result: ExecResult): EvmFailure | undefined {
    if (result.exceptionError === undefined) return undefined
    if (frame.failure !== undefined) return frame.failure
    const ran = { ...frame, codeLimits: this.codeLimits, isWarm: () => frame.wasWarm }
    return describeFailure(ran, this.#fork, result, {
      isCreation: frame.type === 'CREATE' || frame.type === 'CREATE2',
      data: frame.input,
      gas: frame.gas,
    })
  }

  protected override async runInterpreter(
    ...of: Parameters<CallEvm['runInterpreter']>
  ): Promise<ExecResult> {
    const { frame } = this.#trace
    const result = await super.runInterpreter(...of)
    if (frame !== undefined && result.exceptionError === undefined && of[0].isCreate) {
      frame.creationOutput = result.returnValue
    }
    return result
  }

  protected override precompileName(run: PrecompileFunc): string {
    const name = super.precompileName(run)
    const { frame } = this.#trace
    if (frame !== undefined) frame.lastPrecompile = name
    return name
  }
}

function outputOf({ returnValue }: ExecResult, failure: EvmFailure | undefined): Uint8Array {
  return failure === undefined || failure.kind === 'reverted' ? returnValue : NOTHING
}
