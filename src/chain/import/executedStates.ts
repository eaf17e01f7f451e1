import { SerialQueue } from '../../primitives/serialQueue.ts'
import type { Pause } from '../../primitives/yieldToEventLoop.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { BuiltBlock } from '../execution/builtBlock.ts'
import type { ChainStates } from '../execution/chainStates.ts'
import { SharedRuns } from '../execution/sharedRuns.ts'
import { StateHistory } from '../execution/stateHistory.ts'
import type { Genesis } from '../genesis/genesis.ts'
import type { Rules } from '../protocol/rules.ts'
import type { BlockTree } from '../store/tree.ts'
import type { Executor } from './executor.ts'

type State = BuiltBlock['state']

/**
 * The states of a chain that was loaded without them, but whose genesis is known: each block is run once, when its state
 * or that of a later block is read. The state root in its header proves the result.
 *
 * The EVM is loaded when the first block is run.
 */
export class ExecutedStates implements ChainStates {
  readonly areAvailable = true
  readonly #rules: Rules
  readonly #genesis: Genesis
  readonly #tree: BlockTree
  readonly #history: StateHistory
  readonly #runs = new SharedRuns<State>()
  #executor: Promise<Executor> | undefined
  /** settles when the EVM, which runs one block at a time, is idle */
  readonly #executions = new SerialQueue()

  constructor(rules: Rules, genesis: Genesis, tree: BlockTree) {
    this.#rules = rules
    this.#genesis = genesis
    this.#tree = tree
    this.#history = new StateHistory(tree, new Map())
  }

  codes(): ReturnType<StateHistory['codes']> {
    return this.#history.codes()
  }

  keepNewest(count: number): void {
    this.#history.keepNewest(count)
  }

  ready(block: SealedBlock): State | undefined {
    return this.#history.has(block) ? this.#history.ready(block) : undefined
  }

  after(block: SealedBlock, pause?: Pause): State | Promise<State> {
    if (this.#history.has(block)) return this.#history.after(block, pause)
    return this.#runs.run(block.hash, pause, (pauseAll) =>
      this.#executions.run(() => this.#execute(block, pauseAll)),
    )
  }

  async #execute(block: SealedBlock, pause: () => Promise<void>): Promise<State> {
    this.#executor ??= this.#start()
    await (await this.#executor).executeUpTo(block, pause)
    return this.#history.after(block, pause)
  }

  async #start(): Promise<Executor> {
    const { Executor } = await import('./executor.ts')
    return Executor.start(this.#rules, this.#genesis, this.#tree, this.#history)
  }
}
