import type { ChainStates } from './execution/chainStates.ts'

/** The states of a chain, which may be made when the first one is read. */
export class LazyStates {
  #states: ChainStates | (() => ChainStates)
  /** how many of the newest blocks keep their state; undefined for the default */
  #newest: number | undefined

  constructor(states: ChainStates | (() => ChainStates)) {
    this.#states = states
  }

  get(): ChainStates {
    if (typeof this.#states !== 'function') return this.#states
    const states = this.#states()
    if (this.#newest !== undefined) states.keepNewest(this.#newest)
    this.#states = states
    return states
  }

  /** As `ChainStates.keepNewest`. */
  keepNewest(count: number): void {
    this.#newest = count
    if (typeof this.#states !== 'function') this.#states.keepNewest(count)
  }
}
