import type { Chain } from '../../chain/chain.ts'
import type { ChainSpec } from '../../chain/spec/spec.ts'
import { createChain } from '../../createChain.ts'

/** How many chains are kept. */
const CHAINS_MAX = 48

/** The chains of a hunt, each by its spec, whatever others a scenario has beside it. */
export class ChainCache {
  readonly #chains = new Map<string, Promise<Chain>>()

  get(spec: ChainSpec): Promise<Chain> {
    const key = JSON.stringify(spec)
    const known = this.#chains.get(key)
    if (known !== undefined) return known
    // The oldest one goes.
    const [oldest] = this.#chains.size >= CHAINS_MAX ? this.#chains.keys() : []
    if (oldest !== undefined) this.#chains.delete(oldest)
    const chain = createChain(spec)
    // One that could not be created is not kept.
    chain.catch(() => this.#chains.delete(key))
    this.#chains.set(key, chain)
    return chain
  }
}
