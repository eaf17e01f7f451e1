import type { Chain } from '../../chain/chain.ts'
import type { ChainSpec } from '../../chain/spec/spec.ts'
import { createChain } from '../../createChain.ts'

/** After this many runs a chain is created anew, because it keeps the blocks of all side branches. */
const RUNS_MAX = 300

/** How many chains are kept. */
const CHAINS_MAX = 48

interface CachedChain {
  readonly chain: Promise<Chain>
  runs: number
}

/** The chains of a hunt, each by its spec, whatever others a scenario has beside it. */
export class ChainCache {
  readonly #chains = new Map<string, CachedChain>()

  get(spec: ChainSpec): Promise<Chain> {
    const key = JSON.stringify(spec)
    const known = this.#chains.get(key)
    if (known !== undefined && known.runs++ < RUNS_MAX) return known.chain
    // The oldest one goes; one that was used up, too, so that it is the newest again.
    this.#chains.delete(key)
    const [oldest] = this.#chains.size >= CHAINS_MAX ? this.#chains.keys() : []
    if (oldest !== undefined) this.#chains.delete(oldest)
    const chain = createChain(spec)
    // One that could not be created is not kept.
    chain.catch(() => this.#chains.delete(key))
    this.#chains.set(key, { chain, runs: 1 })
    return chain
  }
}
