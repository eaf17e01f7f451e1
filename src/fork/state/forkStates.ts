import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { ChainStates, ExpectedCall } from '../../chain/execution/chainStates.ts'
import type { StateHistory } from '../../chain/execution/stateHistory.ts'
import type { StateTrie } from '../../chain/state/account.ts'
import type { CodeStore } from '../../chain/state/codeStore.ts'
import { BoundedCache } from '../../primitives/boundedCache.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { Pause } from '../../primitives/yieldToEventLoop.ts'
import type { NetworkState } from './networkState.ts'

/** How many states of blocks before the pinned one are kept. */
const EARLIER_MAX = 256

/** The states from the pinned block on, and those before it, as far as the network has them. */
export class ForkStates implements ChainStates {
  readonly areAvailable = true
  readonly #history: StateHistory
  readonly #firstNumber: number
  readonly #read: (block: SealedBlock) => NetworkState
  readonly #pinned: NetworkState
  readonly #earlier = new BoundedCache<Hex, NetworkState>(EARLIER_MAX)

  /** @param read makes the state after an earlier block, of which nothing is known yet */
  constructor(
    history: StateHistory,
    pinned: { readonly number: number; readonly state: NetworkState },
    read: (block: SealedBlock) => NetworkState,
  ) {
    this.#history = history
    this.#firstNumber = pinned.number
    this.#pinned = pinned.state
    this.#read = read
  }

  expect(block: SealedBlock, call: ExpectedCall, misses: number): Promise<void> | undefined {
    return this.ofNetwork(block).expect(call, misses)
  }

  ready(block: SealedBlock): StateTrie | undefined {
    return block.number < this.#firstNumber
      ? this.ofNetwork(block).trie
      : this.#history.ready(block)
  }

  after(block: SealedBlock, pause?: Pause): StateTrie | Promise<StateTrie> {
    return block.number < this.#firstNumber
      ? this.ofNetwork(block).trie
      : this.#history.after(block, pause)
  }

  codes(): CodeStore {
    return this.#history.codes()
  }

  keepNewest(count: number): void {
    this.#history.keepNewest(count)
  }

  /** The state of the network on which that after a block builds: its own, or that after the pinned one. */
  ofNetwork(block: SealedBlock): NetworkState {
    return block.number < this.#firstNumber
      ? this.#earlier.get(block.hash, () => this.#read(block))
      : this.#pinned
  }
}
