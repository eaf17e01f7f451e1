import type { EvmOptions } from '../../execution/leanEvm.ts'
import type { InterpreterClass } from '../../execution/leanInterpreter.ts'
import type { ForkName } from '../../protocol/forks.ts'
import type { StateBase } from '../../state/stateBase.ts'
import { type ApplyOptions, applyMessage, type MessageResult } from '../applyMessage.ts'
import type { BlockContext } from '../blockContext.ts'
import { CallEngine } from '../callEngine.ts'
import type { CallEnvironment } from '../callEnvironment.ts'
import type { CallEvm } from '../callEvm.ts'
import { LiveTrace } from './liveTrace.ts'
import { TraceEvm } from './traceEvm.ts'
import type { TracedTransaction, TraceHooks, TraceState } from './traceHooks.ts'

/** An engine whose messages can be observed. */
export class TraceEngine extends CallEngine {
  readonly #trace = new LiveTrace()

  protected override createEvm(
    options: EvmOptions,
    stock: InterpreterClass,
    fork: ForkName,
  ): CallEvm {
    return new TraceEvm(options, stock, this.#trace, fork)
  }

  override start(environment: CallEnvironment): void {
    super.start(environment)
    this.#trace.logCount = 0
  }

  /** Goes to the state before a transaction of the block, and the number of logs before it. */
  goTo(state: StateBase, logCount: number): void {
    this.state.reset(state)
    this.#trace.logCount = logCount
  }

  /** The state after all messages so far, and within one. */
  get view(): TraceState {
    const { state } = this
    return {
      account: (address) => state.account(address),
      code: (address) => this.codeOf(address),
      storage: (address, slot) => padded(state.storage(address, slot)),
    }
  }

  /**
   * Applies a message, and reports it to hooks.
   *
   * @throws {MessageError} if it cannot be part of the block; the state is then as before
   * @throws what the meter or a hook throws; the engine must then be discarded
   */
  async apply(
    block: BlockContext,
    transaction: TracedTransaction,
    options: ApplyOptions,
    hooks: TraceHooks | undefined,
  ): Promise<MessageResult> {
    const trace = this.#trace
    trace.start(hooks)
    const evm = await this.evmFor(block)
    trace.codeLimits = evm.codeLimits
    const { chainId } = this.environment.rules
    const precompiles = evm.standardPrecompiles
    hooks?.txStart?.({ ...transaction, block, chainId, state: this.view, precompiles })
    const logsBefore = trace.logCount
    try {
      const result = await applyMessage(this, block, transaction.message, options)
      trace.logCount = logsBefore + result.logs.length
      hooks?.txEnd?.(result)
      return result
    } finally {
      trace.start(undefined)
    }
  }
}

function padded(value: Uint8Array): Uint8Array {
  if (value.length === 32) return value
  const word = new Uint8Array(32)
  word.set(value, 32 - value.length)
  return word
}

/** Runs a function with an engine of its own. */
export async function withTraceEngine<Result>(
  environment: CallEnvironment,
  run: (engine: TraceEngine) => Promise<Result>,
): Promise<Result> {
  const engine = new TraceEngine(environment.rules)
  engine.start(environment)
  return run(engine)
}
