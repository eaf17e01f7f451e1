import type { EVMMockBlockchainInterface } from '@ethereumjs/evm'
import { interpreterOf } from '../execution/interpreterOf.ts'
import type { EvmOptions } from '../execution/leanEvm.ts'
import type { InterpreterClass } from '../execution/leanInterpreter.ts'
import type { ForkName } from '../protocol/forks.ts'
import type { Rules } from '../protocol/rules.ts'
import type { StoredCode } from '../state/codeStore.ts'
import type { StateBase, StorageBase } from '../state/stateBase.ts'
import { WorldState } from '../state/worldState.ts'
import type { BlockContext } from './blockContext.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import { CallEvm } from './callEvm.ts'
import { commonOf } from './commonOf.ts'

const NO_STATE: StateBase = { get: () => undefined }
const NO_HASH = new Uint8Array(32)

/**
 * A copy of the state after a block, which calls may change, and the EVMs of all forks on it. Creating an EVM takes longer
 * than most calls, so engines are reused, by one call at a time.
 */
export class CallEngine {
  readonly #rules: Rules
  /** code of contracts that this call has created */
  readonly #codes = new Map<string, StoredCode>()
  readonly #evms = new Map<ForkName, Promise<CallEvm>>()
  #environment: CallEnvironment | undefined
  #block: BlockContext | undefined

  /** Called when the code of an account is read, with its hash in hex without prefix. */
  onCodeRead: ((name: string) => void) | undefined

  /** after all messages so far */
  readonly state: WorldState<StorageBase>

  constructor(rules: Rules) {
    this.#rules = rules
    const get = (name: string) => this.#codes.get(name) ?? this.#environment?.code(name)
    this.state = new WorldState<StorageBase>(NO_STATE, {
      get,
      set: (name, stored) => this.#codes.set(name, stored),
      read: (name) => {
        this.onCodeRead?.(name)
        return get(name)
      },
    })
  }

  /** The code of contracts that were created since the start, by its hash in hex without prefix. */
  get newCodes(): Iterable<readonly [name: string, code: StoredCode]> {
    return this.#codes
  }

  /** What the call runs on. */
  get environment(): CallEnvironment {
    if (this.#environment === undefined) throw new Error('the engine is not in use')
    return this.#environment
  }

  /** The code of an account in this engine's state, empty if it has none. */
  codeOf(address: Uint8Array): Uint8Array {
    const account = this.state.account(address)
    if (account === undefined) return NO_CODE
    const name = Buffer.from(account.codeHash).toString('hex')
    this.onCodeRead?.(name)
    return (this.#codes.get(name) ?? this.environment.code(name))?.code ?? NO_CODE
  }

  /** The EVM for a message in a block. */
  async evmFor(block: BlockContext): Promise<CallEvm> {
    this.#block = block
    let evm = this.#evms.get(block.fork)
    if (evm === undefined) {
      evm = this.#create(block.fork)
      this.#evms.set(block.fork, evm)
    }
    return evm
  }

  /** Discards all changes, and starts from the state of an environment. */
  start(environment: CallEnvironment): void {
    this.#environment = environment
    this.onCodeRead = undefined
    this.state.reset(environment.state)
    this.#codes.clear()
  }

  /** Goes on from the state as it is, for another job on the state after the same block. */
  resume(environment: CallEnvironment): void {
    this.#environment = environment
  }

  /** Drops the state, so that it can be garbage-collected while the engine is idle. */
  stop(): void {
    this.#environment = undefined
    this.#block = undefined
    this.state.reset(NO_STATE)
    this.#codes.clear()
  }

  async #create(fork: ForkName): Promise<CallEvm> {
    const common = commonOf(this.#rules, fork)
    const blockchain: EVMMockBlockchainInterface = {
      getBlock: async (number) => ({
        hash: () => this.#block?.blockHash(BigInt(number)) ?? NO_HASH,
      }),
      putBlock: async () => {},
      shallowCopy: () => blockchain,
    }
    const options = { common, stateManager: this.state, blockchain }
    return this.createEvm(options, await interpreterOf(common), fork)
  }

  protected createEvm(options: EvmOptions, stock: InterpreterClass, _fork: ForkName): CallEvm {
    return new CallEvm(options, stock)
  }
}

const NO_CODE = new Uint8Array(0)

/** How many idle engines are kept for each chain. */
const IDLE_MAX = 2

const idle = new WeakMap<Rules, CallEngine[]>()

/** Runs a function with an engine of its own, and discards the changes of the engine's state afterwards. */
export async function withCallEngine<Result>(
  environment: CallEnvironment,
  run: (engine: CallEngine) => Promise<Result>,
): Promise<Result> {
  const { rules } = environment
  let engines = idle.get(rules)
  if (engines === undefined) {
    engines = []
    idle.set(rules, engines)
  }
  const engine = engines.pop() ?? new CallEngine(rules)
  engine.start(environment)
  try {
    return await run(engine)
  } finally {
    engine.stop()
    if (engines.length < IDLE_MAX) engines.push(engine)
  }
}
