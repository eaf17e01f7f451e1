import type { Hex } from '../../primitives/hex.ts'
import type { StateTrie } from '../state/account.ts'
import { countOwnNodes } from '../state/trieDifferences.ts'

/** A node takes about 225 bytes, with its account: 45 MB. */
const NODES_MAX = 200_000

interface ComputedState {
  readonly state: StateTrie
  /** how many nodes it may share with no kept state, counted as if it shared none with other computed ones */
  readonly nodes: number
}

/** States of old blocks that were computed, within a limit of memory. Those used last stay. */
export class ComputedStates {
  readonly #nodesMax: number
  readonly #byHash = new Map<Hex, ComputedState>()
  #nodes = 0

  constructor(nodesMax = NODES_MAX) {
    this.#nodesMax = nodesMax
  }

  get(hash: Hex): StateTrie | undefined {
    const found = this.#byHash.get(hash)
    if (found === undefined) return undefined
    this.#byHash.delete(hash)
    this.#byHash.set(hash, found)
    return found.state
  }

  /** @param base the state from which it was computed */
  add(hash: Hex, state: StateTrie, base: { readonly hash: Hex; readonly state: StateTrie }): void {
    if (this.#byHash.has(hash)) return
    const own = countOwnNodes(base.state.top, state.top, (before, { storage }) =>
      countOwnNodes(before?.storage.top, storage.top),
    )
    const nodes = 1 + own + (this.#byHash.get(base.hash)?.nodes ?? 0)
    this.#byHash.set(hash, { state, nodes })
    this.#nodes += nodes
    for (const [oldest, { nodes: freed }] of this.#byHash) {
      if (this.#nodes <= this.#nodesMax || this.#byHash.size === 1) return
      this.#byHash.delete(oldest)
      this.#nodes -= freed
    }
  }
}
